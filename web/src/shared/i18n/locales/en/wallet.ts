import type { Translation } from '../../types';
import type th from '../th/wallet';

const en: Translation<typeof th> = {
  'wallet.name': 'Wallet',
  'amount.all': 'All',
};
export default en;
