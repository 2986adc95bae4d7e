import type { Translation } from '../../types';
import type th from '../th/statement';

const lo: Translation<typeof th> = {
  'statement.title': 'ລາຍການເຄື່ອນໄຫວ',
  'statement.deposit': 'ຝາກເງິນ',
  'statement.withdraw': 'ຖອນເງິນ',
  'statement.transfer': 'ໂອນເງິນ',
  'statement.bonus': 'ໂບນັດ',
  'statement.finishBonus': 'ສິ້ນສຸດໂບນັດ',
  'statement.empty': 'ຍັງບໍ່ມີລາຍການ',
  'statement.emptyText': 'ເມື່ອທ່ານຝາກເງິນຄັ້ງທຳອິດ ລາຍການຈະສະແດງຢູ່ນີ້',
  'receipt.title': 'ລາຍລະອຽດລາຍການ',
  'receipt.gone': 'ບໍ່ພົບລາຍການນີ້',
  'receipt.goneText': 'ເປີດເບິ່ງໄດ້ຈາກໜ້າລາຍການເຄື່ອນໄຫວ',
  'receipt.from': 'ຈາກ',
  'receipt.to': 'ໄປຫາ',
  'receipt.created': 'ວັນເວລາ',
  'receipt.updated': 'ອັບເດດຫຼ້າສຸດ',
  'receipt.balance': 'ຍອດຫຼັງລາຍການ',
  'receipt.original': 'ຍອດເດີມ',
  'receipt.reference': 'ເລກອ້າງອີງ',
  'receipt.waits': 'ກຳລັງດຳເນີນການ',
  'receipt.waitsForBank': 'ກຳລັງລໍຖ້າທະນາຄານໂອນເງິນເຂົ້າບັນຊີຂອງທ່ານ',
  'receipt.waitsForGame': 'ກຳລັງລໍຖ້າຄຳຕອບຈາກເກມ ເງິນຂອງທ່ານບໍ່ຫາຍ',
};
export default lo;
