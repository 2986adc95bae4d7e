import type { Translation } from '../../types';
import type th from '../th/deposit';

const lo: Translation<typeof th> = {};
export default lo;
