import type { Translation } from '../../types';
import type th from '../th/home';

const en: Translation<typeof th> = {};
export default en;
