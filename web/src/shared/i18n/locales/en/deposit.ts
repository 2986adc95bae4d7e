import type { Translation } from '../../types';
import type th from '../th/deposit';

const en: Translation<typeof th> = {};
export default en;
