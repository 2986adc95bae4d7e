import type { Translation } from '../../types';
import type th from '../th/withdraw';

const lo: Translation<typeof th> = {};
export default lo;
