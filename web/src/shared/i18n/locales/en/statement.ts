import type { Translation } from '../../types';
import type th from '../th/statement';

const en: Translation<typeof th> = {
  'statement.title': 'Statement',
  'statement.deposit': 'Deposit',
  'statement.withdraw': 'Withdrawal',
  'statement.transfer': 'Transfer',
  'statement.bonus': 'Bonus',
  'statement.finishBonus': 'Bonus ended',
  'statement.empty': 'Nothing here yet',
  'statement.emptyText': 'Your first deposit will show up here.',
  'receipt.title': 'Receipt',
  'receipt.gone': 'This entry is not on this page',
  'receipt.goneText': 'You can find it in your statement.',
  'receipt.from': 'From',
  'receipt.to': 'To',
  'receipt.created': 'Time',
  'receipt.updated': 'Last change',
  'receipt.balance': 'Balance after',
  'receipt.original': 'Original amount',
  'receipt.reference': 'Reference',
  'receipt.waits': 'In progress',
  'receipt.waitsForBank': 'Waiting for the bank to pay your account.',
  'receipt.waitsForGame': 'Waiting for the game to answer. Your money is not lost.',
};
export default en;
