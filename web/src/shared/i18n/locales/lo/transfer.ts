import type { Translation } from '../../types';
import type th from '../th/transfer';

const lo: Translation<typeof th> = {};
export default lo;
