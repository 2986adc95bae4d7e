import type { Translation } from '../../types';
import type th from '../th/wallet';

const lo: Translation<typeof th> = {
  'wallet.name': 'ກະເປົາຫຼັກ',
  'amount.all': 'ທັງໝົດ',
  'held.title': 'ເງິນທີ່ລໍຖ້າກວດສອບ',
  'held.safe': 'ເງິນນີ້ຮອດພວກເຮົາແລ້ວ ແລະ ເປັນຂອງທ່ານ ແຕ່ຍັງໃຊ້ ຫຼື ຖອນບໍ່ໄດ້',
  'held.why': 'ຍ້ອນຫຍັງ',
  'held.whyText': 'ບັນຊີທີ່ໂອນມາບໍ່ກົງກັບ {account} ທີ່ທ່ານລົງທະບຽນ ຫຼື ທະນາຄານບໍ່ບອກຊື່ຜູ້ໂອນ ແລະ ຍອດເກີນວົງເງິນຂອງກໍລະນີນັ້ນ',
  'held.otherPayer': 'ເງິນບໍ່ໄດ້ມາຈາກ {account} ທີ່ທ່ານລົງທະບຽນໄວ້',
  'held.noPayer': 'ບໍ່ມີຊື່ຜູ້ໂອນ ແລະ ຍອດເກີນກຳນົດຂອງລາຍການແບບນີ້',
  'held.next': 'ຕ້ອງເຮັດແນວໃດ',
  'held.nextText': 'ຕິດຕໍ່ພະນັກງານພ້ອມຫຼັກຖານວ່າບັນຊີທີ່ໂອນເປັນຂອງທ່ານ ເຊັ່ນ ໜ້າປຶ້ມບັນຊີ',
  'held.else': 'ຖ້າບໍ່ມີຫຼັກຖານ',
  'held.elseText': 'ເງິນຈະຖືກໂອນກັບໄປຍັງບັນຊີທີ່ໂອນມາ',
  'held.contact': 'ຕິດຕໍ່ພະນັກງານ',
};
export default lo;
