import type { Translation } from '../../types';
import type th from '../th/shell';

const lo: Translation<typeof th> = {
  'clock.label': 'ເຂົ້າມາແລ້ວ {time} ຊົ່ວໂມງ ເປີດໜ້າ “ຫຼິ້ນຢ່າງມີສະຕິ”',
  'logout.label': 'ອອກຈາກລະບົບ',
  'logout.title': 'ອອກຈາກລະບົບ?',
  'logout.text': 'ທ່ານຕ້ອງໃຊ້ລະຫັດຜ່ານເພື່ອເຂົ້າສູ່ລະບົບອີກຄັ້ງ',
  'logout.action': 'ອອກຈາກລະບົບ',
  'agreement.title': 'ຂໍ້ຕົກລົງການນຳໃຊ້',
  'agreement.accept': 'ຮັບຊາບ ແລະ ຍອມຮັບ',
  'agreement.note': 'ການປິດໜ້ານີ້ຖືວ່າທ່ານຮັບຊາບຂໍ້ຕົກລົງແລ້ວ',
  'conditions.title': 'ເງື່ອນໄຂການໃຊ້ບໍລິການ',
  'conditions.empty': 'ຍັງບໍ່ມີເງື່ອນໄຂ',
  'conditions.close': 'ປິດ',
  'status.IN_PROGRESS': 'ກຳລັງດຳເນີນການ',
  'status.SUCCESS': 'ສຳເລັດ',
  'status.FAILED': 'ບໍ່ສຳເລັດ',
  'pager.label': 'ໜ້າຂອງລາຍການ',
  'pager.previous': 'ໜ້າກ່ອນໜ້າ',
  'pager.next': 'ໜ້າຖັດໄປ',
  'pager.page': 'ໜ້າ {page}',
  'ago.year': '{count} ປີກ່ອນ',
  'ago.month': '{count} ເດືອນກ່ອນ',
  'ago.day': '{count} ມື້ກ່ອນ',
  'ago.hour': '{count} ຊົ່ວໂມງກ່ອນ',
  'ago.minute': '{count} ນາທີກ່ອນ',
  'ago.second': '{count} ວິນາທີກ່ອນ',
};
export default lo;
