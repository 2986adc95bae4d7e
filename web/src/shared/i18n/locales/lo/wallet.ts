import type { Translation } from '../../types';
import type th from '../th/wallet';

const lo: Translation<typeof th> = {};
export default lo;
