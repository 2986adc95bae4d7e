import type { Translation } from '../../types';
import type th from '../th/wallet';

const en: Translation<typeof th> = {
  'wallet.name': 'Wallet',
  'amount.all': 'All',
  'amount.ambiguous': 'This can be read as two amounts. Write it like 1,250.50',
  'amount.decimals': 'An amount has at most two decimals, as in 1,250.50',
  'amount.large': 'The largest amount is 1,000,000,000 baht',
  'amount.unreadable': 'This is not an amount. Write it like 1,250.50',
  'held.title': 'Money being checked',
  'held.safe': 'This money has reached us and is yours, but it can’t be used or withdrawn yet.',
  'held.why': 'Why',
  'held.whyText':
    'It did not come from {account}, which you registered; or the bank did not name the payer and the amount is above the limit for that.',
  'held.otherPayer': 'It did not come from {account}, which you registered.',
  'held.noPayer': 'The payer of it is not named, and the amount is above the limit for that.',
  'held.next': 'What to do',
  'held.nextText': 'Contact support and show that the account is yours, for example the first page of its bank book.',
  'held.else': 'Without proof',
  'held.elseText': 'The money goes back to the account that it came from.',
  'held.contact': 'Contact support',
};
export default en;
