import type { Translation } from '../../types';
import type th from '../th/home';

const lo: Translation<typeof th> = {};
export default lo;
