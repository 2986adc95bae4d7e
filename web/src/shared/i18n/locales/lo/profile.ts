import type { Translation } from '../../types';
import type th from '../th/profile';

const lo: Translation<typeof th> = {
  'profile.title': 'ໂປຣໄຟລ໌',
  'profile.id': 'ລະຫັດສະມາຊິກ',
  'profile.username': 'ເບີໂທລະສັບ',
  'profile.created': 'ວັນທີສະໝັກ',
  'profile.bank': 'ບັນຊີທະນາຄານ',
  'profile.bankName': 'ທະນາຄານ',
  'profile.accountName': 'ຊື່ບັນຊີ',
  'profile.accountNo': 'ເລກບັນຊີ',
  'profile.bankNote': 'ຫາກຕ້ອງການປ່ຽນບັນຊີທະນາຄານ ກະລຸນາຕິດຕໍ່ພະນັກງານ',
  'profile.changePassword': 'ປ່ຽນລະຫັດຜ່ານ',
  'password.lead': 'ອຸປະກອນອື່ນຂອງທ່ານຈະອອກຈາກລະບົບ',
  'password.old': 'ລະຫັດຜ່ານເກົ່າ',
  'password.new': 'ລະຫັດຜ່ານໃໝ່',
  'password.confirm': 'ຢືນຢັນລະຫັດຜ່ານໃໝ່',
  'password.hint': 'ຢ່າງໜ້ອຍ 8 ຕົວອັກສອນ',
  'password.required': 'ກະລຸນາປ້ອນຊ່ອງນີ້',
  'password.differ': 'ລະຫັດຜ່ານບໍ່ກົງກັນ',
  'password.short': 'ລະຫັດຜ່ານຕ້ອງມີຢ່າງໜ້ອຍ 8 ຕົວອັກສອນ',
  'password.submit': 'ບັນທຶກລະຫັດຜ່ານໃໝ່',
  'password.done': 'ປ່ຽນລະຫັດຜ່ານແລ້ວ',
  'bankName.title': 'ຊື່ບັນຊີພາສາອັງກິດ',
  'bankName.lead': 'ຕາມທີ່ຂຽນໃນປຶ້ມບັນຊີ ຫຼື ບັດຂອງທ່ານ',
  'bankName.label': 'ຊື່ ແລະ ນາມສະກຸນພາສາອັງກິດ',
  'bankName.hint': 'ໃຊ້ຕົວອັກສອນ A-Z ແລະ ຍະຫວ່າງເທົ່ານັ້ນ ຫຼັງປ່ຽນຊື່ ການຖອນຕ້ອງລໍຖ້າ 24 ຊົ່ວໂມງ',
  'bankName.save': 'ບັນທຶກຊື່',
  'bankName.done': 'ບັນທຶກຊື່ແລ້ວ',
};
export default lo;
