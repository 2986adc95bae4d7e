import type { Translation } from '../../types';
import type th from '../th/wallet';

const en: Translation<typeof th> = {};
export default en;
