import type { Translation } from '../../types';
import type th from '../th/withdraw';

const en: Translation<typeof th> = {};
export default en;
