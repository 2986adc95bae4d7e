import type { Translation } from '../../types';
import type th from '../th/shell';

const en: Translation<typeof th> = {
  'clock.label': 'Here for {time} hours. Open Play safely',
  'logout.label': 'Log out',
  'logout.title': 'Log out?',
  'logout.text': 'You will need your password to log in again.',
  'logout.action': 'Log out',
  'agreement.title': 'Agreement',
  'agreement.accept': 'Understood and accepted',
  'agreement.note': 'Closing this page counts as having read the agreement',
  'conditions.title': 'Conditions',
  'conditions.empty': 'There are no conditions yet',
  'conditions.close': 'Close',
  'status.IN_PROGRESS': 'In progress',
  'status.SUCCESS': 'Success',
  'status.FAILED': 'Failed',
  'pager.label': 'Pages',
  'pager.previous': 'Previous page',
  'pager.next': 'Next page',
  'pager.page': 'Page {page}',
  'ago.year': '{count} y ago',
  'ago.month': '{count} mo ago',
  'ago.day': '{count} d ago',
  'ago.hour': '{count} h ago',
  'ago.minute': '{count} min ago',
  'ago.second': '{count} s ago',
};
export default en;
