import type { Translation } from '../../types';
import type th from '../th/transfer';

const en: Translation<typeof th> = {};
export default en;
