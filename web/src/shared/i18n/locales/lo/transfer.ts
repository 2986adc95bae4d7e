import type { Translation } from '../../types';
import type th from '../th/transfer';

const lo: Translation<typeof th> = {
  'transfer.title': 'ໂອນເງິນ',
  'transfer.lead': 'ລະຫວ່າງກະເປົາຫຼັກກັບເກມ',
  'transfer.from': 'ຈາກ',
  'transfer.to': 'ໄປຫາ',
  'transfer.pick': 'ເລືອກບັນຊີ',
  'transfer.swap': 'ສະຫຼັບຕົ້ນທາງກັບປາຍທາງ',
  'transfer.amount': 'ຈຳນວນເງິນ',
  'transfer.available': 'ໂອນໄດ້ {amount}',
  'transfer.choose': 'ກະລຸນາເລືອກບັນຊີ',
  'transfer.same': 'ໂອນໄປບັນຊີດຽວກັນບໍ່ໄດ້',
  'transfer.closing': 'ເກມນີ້ກຳລັງຈະປິດ ໂອນເງິນເຂົ້າບໍ່ໄດ້ແລ້ວ',
  'transfer.minimum': 'ໂອນຂັ້ນຕ່ຳ 1 ບາດ',
  'transfer.submit': 'ໂອນ {amount}',
  'transfer.done': 'ໂອນເງິນສຳເລັດ ຍອດໃນກະເປົາອັບເດດເອງ ແຕະອັບເດດຍອດເພື່ອເບິ່ງຍອດຫຼ້າສຸດໃນເກມ',
  'transfer.pending': 'ເກມຍັງບໍ່ຕອບກັບ ພວກເຮົາກຳລັງກວດສອບ ແລະ ຈະປັບຍອດໃຫ້ເອງ',
  'transfer.failed': 'ເກີດຂໍ້ຜິດພາດ',
  'transfer.moving': 'ກຳລັງໂອນເງິນ…',
  'transfer.noGames': 'ຍັງບໍ່ມີບັນຊີເກມ',
  'transfer.noGamesText': 'ເປີດບັນຊີເກມກ່ອນ ແລ້ວຈຶ່ງໂອນເງິນເຂົ້າເກມໄດ້',
  'transfer.toGames': 'ໄປເລືອກເກມ',
  'transfer.bringBack': 'ໂອນທຸກເກມກັບເຂົ້າກະເປົາ',
  'transfer.partly': 'ບາງເກມຍັງໂອນກັບບໍ່ຄົບ',
  'emptied.pending': 'ລໍຖ້າຄຳຕອບຈາກເກມ ເງິນຈະເຂົ້າກະເປົາເອງເມື່ອຮູ້ຜົນ',
  'emptied.refused': 'ເກມບໍ່ໃຫ້ໂອນອອກ ເງິນຍັງຢູ່ໃນເກມ',
  'emptied.busy': 'ເກມບໍ່ຕອບ ຫຼື ກຳລັງຫຼິ້ນຢູ່ ເງິນຍັງຢູ່ໃນເກມ ອອກຈາກເກມແລ້ວລອງໃໝ່ໃນອີກຈັກໜ່ອຍ',
  'emptied.less': 'ເງິນໃນເກມເຫຼືອໜ້ອຍກວ່າຍອດນີ້ ອັບເດດຍອດແລ້ວລອງໃໝ່',
};
export default lo;
