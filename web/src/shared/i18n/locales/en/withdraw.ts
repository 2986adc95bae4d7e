import type { Translation } from '../../types';
import type th from '../th/withdraw';

const en: Translation<typeof th> = {
  'withdraw.title': 'Withdraw',
  'withdraw.available': '{amount} in your wallet',
  'withdraw.inGames': '{amount} in your games',
  'withdraw.to': 'Paid to',
  'withdraw.amount': 'Amount',
  'withdraw.limits': '{min} to {max} each time',
  'withdraw.amountFirst': 'Please enter an amount',
  'withdraw.minimum': 'The minimum is {amount}',
  'withdraw.maximum': 'The maximum is {amount}',
  'withdraw.notEnough': 'Not enough money',
  'withdraw.fromGames': 'Your wallet alone does not hold this much: your games are emptied first.',
  'withdraw.failed': 'Something went wrong',
  'withdraw.note': 'Money goes to your registered account only. A withdrawal cannot be taken back.',
  'withdraw.submit': 'Withdraw {amount}',
  'withdraw.done': 'Request received. Please wait for the transfer.',
  'withdraw.checkedText':
    'A person looks at each withdrawal until that is done, so it takes longer. Your money is reserved for it meanwhile.',
  'withdraw.owed':
    'The bank took back a deposit, and {amount} of it is still owed. That much can’t be withdrawn. Please contact support with any question.',
};
export default en;
