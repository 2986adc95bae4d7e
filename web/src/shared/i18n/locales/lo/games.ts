import type { Translation } from '../../types';
import type th from '../th/games';

const lo: Translation<typeof th> = {};
export default lo;
