import type { Translation } from '../../types';
import type th from '../th/terminated';

const en: Translation<typeof th> = {
  'terminated.title': 'This service has been closed',
  'terminated.text': 'If you have questions, please contact your service provider.',
  'terminated.again': 'Check again',
};
export default en;
