import type { Translation } from '../../types';
import type th from '../th/games';

const en: Translation<typeof th> = {};
export default en;
