import type { Translation } from '../../types';
import type th from '../th/statement';

const en: Translation<typeof th> = {};
export default en;
