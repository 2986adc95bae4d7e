import type { Translation } from '../../types';
import type th from '../th/forgot';

const en: Translation<typeof th> = {
  'forgot.title': 'Forgot password',
  'forgot.phone.lead': 'Enter the number you log in with. We send a code by SMS.',
  'forgot.code.title': 'Confirm the code',
  'forgot.password.title': 'New password',
  'forgot.password.lead': 'You will be logged out everywhere, and withdrawals wait 24 hours.',
  'forgot.submit': 'Save the new password',
  'forgot.done': 'Your new password is set',
  'forgot.done.text': 'You can log in with it now. Withdrawals wait 24 hours.',
  'login.code.title': 'Confirm that it is you',
  'login.code.lead':
    'A wrong password was entered several times. If yours is right, a code is on its way to your phone by SMS.',
};
export default en;
