import type { Translation } from '../../types';
import type th from '../th/wallet';

const lo: Translation<typeof th> = {
  'wallet.name': 'ກະເປົາຫຼັກ',
  'amount.all': 'ທັງໝົດ',
};
export default lo;
