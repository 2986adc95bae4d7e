import type { Translation } from '../../types';
import type th from '../th/withdraw';

const lo: Translation<typeof th> = {
  'withdraw.title': 'ຖອນເງິນ',
  'withdraw.available': 'ໃນກະເປົາຫຼັກ {amount}',
  'withdraw.inGames': 'ໃນເກມ {amount}',
  'withdraw.to': 'ໂອນເຂົ້າບັນຊີ',
  'withdraw.amount': 'ຈຳນວນເງິນ',
  'withdraw.limits': 'ຄັ້ງລະ {min} ຫາ {max}',
  'withdraw.amountFirst': 'ກະລຸນາໃສ່ຈຳນວນເງິນ',
  'withdraw.minimum': 'ຖອນຂັ້ນຕ່ຳ {amount}',
  'withdraw.maximum': 'ຖອນໄດ້ສູງສຸດຄັ້ງລະ {amount}',
  'withdraw.notEnough': 'ຍອດເງິນບໍ່ພໍ',
  'withdraw.fromGames': 'ຍອດໃນກະເປົາບໍ່ພໍ ລະບົບຈະໂອນເງິນຈາກທຸກເກມກັບກ່ອນແລ້ວຈຶ່ງຖອນ',
  'withdraw.failed': 'ເກີດຂໍ້ຜິດພາດ',
  'withdraw.note': 'ເງິນຈະເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ແລະ ຍົກເລີກບໍ່ໄດ້ຫຼັງຢືນຢັນ',
  'withdraw.submit': 'ຖອນ {amount}',
  'withdraw.done': 'ຮັບຄຳຂໍຖອນແລ້ວ ກະລຸນາລໍຖ້າການໂອນເງິນ',
  'withdraw.owed': 'ທະນາຄານເອີ້ນເງິນຝາກຄືນ {amount} ຍອດນີ້ຖອນບໍ່ໄດ້ຈົນກວ່າຈະຊຳລະຄົບ ກະລຸນາຕິດຕໍ່ພະນັກງານຫາກມີຂໍ້ສົງໄສ',
};
export default lo;
