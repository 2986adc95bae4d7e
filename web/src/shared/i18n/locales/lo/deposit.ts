import type { Translation } from '../../types';
import type th from '../th/deposit';

const lo: Translation<typeof th> = {
  'deposit.title': 'ຝາກເງິນ',
  'deposit.lead': 'ໃນກະເປົາຫຼັກ {amount}',
  'deposit.leadPlain': 'ສະແກນຄິວອາດ້ວຍແອັບທະນາຄານ',
  'deposit.none': 'ຍັງບໍ່ມີຊ່ອງທາງຝາກເງິນ',
  'deposit.noneText': 'ກະລຸນາຕິດຕໍ່ເຈົ້າໜ້າທີ່',
  'deposit.bank': 'ທະນາຄານ',
  'deposit.amount': 'ຈຳນວນເງິນ',
  'deposit.minimum': 'ຝາກຂັ້ນຕ່ຳ {amount}',
  'deposit.create': 'ສ້າງຄິວອາ',
  'deposit.creating': 'ກຳລັງຂໍຄິວອາຈາກທະນາຄານ…',
  'deposit.single': 'ຄິວອາໃຊ້ໄດ້ຄັ້ງດຽວ ແລະ ມີເວລາຈຳກັດ',
  'deposit.ended': 'ຄິວອາໝົດເວລາແລ້ວ ຖ້າໂອນໄປແລ້ວ ເງິນຈະເຂົ້າກະເປົາເອງເມື່ອທະນາຄານຢືນຢັນ',
  'deposit.qrAlt': 'ຄິວອາສຳລັບໂອນ {amount}',
  'deposit.remaining': 'ເຫຼືອເວລາ',
  'deposit.waiting': 'ລໍຖ້າການຊຳລະເງິນຈາກທະນາຄານ',
  'deposit.howto': 'ສະແກນດ້ວຍແອັບທະນາຄານ ຫຼື ບັນທຶກຮູບແລ້ວເລືອກຈາກຄັງຮູບ · {bank}',
  'deposit.save': 'ບັນທຶກຮູບ',
  'deposit.saved': 'ບັນທຶກຮູບຄິວອາແລ້ວ',
  'deposit.saveFailed': 'ບັນທຶກຮູບບໍ່ສຳເລັດ',
  'deposit.cancel': 'ຍົກເລີກຄິວອາ',
  'deposit.arrived': 'ໄດ້ຮັບເງິນ {amount} ແລ້ວ',
  'deposit.arrivedAt': 'ເຂົ້າກະເປົາຫຼັກເມື່ອ {time}',
  'deposit.done': 'ສຳເລັດ',
  'deposit.more': 'ຝາກເພີ່ມ',
};
export default lo;
