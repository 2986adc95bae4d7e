import type { Translation } from '../../types';
import type th from '../th/withdraw';

const lo: Translation<typeof th> = {
  'withdraw.title': 'ຖອນເງິນ',
  'withdraw.available': 'ໃນກະເປົາຫຼັກ {amount}',
  'withdraw.inGames': 'ໃນເກມ {amount}',
  'withdraw.to': 'ໂອນເຂົ້າບັນຊີ',
  'withdraw.amount': 'ຈຳນວນເງິນ',
  'withdraw.limits': 'ຄັ້ງລະ {min} ຫາ {max}',
  'withdraw.amountFirst': 'ກະລຸນາປ້ອນຈຳນວນເງິນ',
  'withdraw.minimum': 'ຖອນຂັ້ນຕ່ຳ {amount}',
  'withdraw.maximum': 'ຖອນໄດ້ສູງສຸດຄັ້ງລະ {amount}',
  'withdraw.notEnough': 'ຍອດເງິນບໍ່ພຽງພໍ',
  'withdraw.fromGames': 'ຍອດໃນກະເປົາບໍ່ພຽງພໍ ລະບົບຈະໂອນເງິນຈາກທຸກເກມກັບກ່ອນແລ້ວຈຶ່ງຖອນ',
  'withdraw.failed': 'ເກີດຂໍ້ຜິດພາດ',
  'withdraw.note': 'ເງິນຈະເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ຢືນຢັນແລ້ວຍົກເລີກການຖອນບໍ່ໄດ້',
  'withdraw.submit': 'ຖອນ {amount}',
  'withdraw.done': 'ຮັບຄຳຂໍຖອນແລ້ວ ກະລຸນາລໍຖ້າການໂອນເງິນ',
  'withdraw.checkedText': 'ລະຫວ່າງນີ້ພະນັກງານກວດການຖອນທຸກລາຍການ ຈຶ່ງໃຊ້ເວລາດົນຂຶ້ນ ເງິນທີ່ຂໍຖອນກັນໄວ້ໃຫ້ແລ້ວ',
  'withdraw.owed': 'ທະນາຄານເອີ້ນເງິນຝາກຄືນ ແລະ ຍັງຄ້າງຊຳລະ {amount} ຍອດນີ້ຖອນບໍ່ໄດ້ ຖ້າມີຂໍ້ສົງໄສ ກະລຸນາຕິດຕໍ່ພະນັກງານ',
};
export default lo;
