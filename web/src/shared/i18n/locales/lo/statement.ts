import type { Translation } from '../../types';
import type th from '../th/statement';

const lo: Translation<typeof th> = {};
export default lo;
