import type { Translation } from '../../types';
import type th from '../th/forgot';

const lo: Translation<typeof th> = {
  'forgot.title': 'ລືມລະຫັດຜ່ານ',
  'forgot.phone.lead': 'ປ້ອນເບີທີ່ໃຊ້ເຂົ້າສູ່ລະບົບ ພວກເຮົາຈະສົ່ງລະຫັດທາງ SMS',
  'forgot.code.title': 'ຢືນຢັນລະຫັດ',
  'forgot.password.title': 'ຕັ້ງລະຫັດຜ່ານໃໝ່',
  'forgot.password.lead': 'ທ່ານຈະອອກຈາກລະບົບໃນທຸກອຸປະກອນ ແລະ ຖອນເງິນໄດ້ຫຼັງຈາກ 24 ຊົ່ວໂມງ',
  'forgot.submit': 'ບັນທຶກລະຫັດຜ່ານໃໝ່',
  'forgot.done': 'ຕັ້ງລະຫັດຜ່ານໃໝ່ແລ້ວ',
  'forgot.done.text': 'ເຂົ້າສູ່ລະບົບດ້ວຍລະຫັດຜ່ານໃໝ່ໄດ້ເລີຍ ການຖອນເງິນລໍຖ້າ 24 ຊົ່ວໂມງ',
  'login.code.title': 'ຢືນຢັນວ່າແມ່ນທ່ານ',
  'login.code.lead': 'ມີການປ້ອນລະຫັດຜ່ານຜິດຫຼາຍຄັ້ງ ຖ້າລະຫັດຜ່ານຖືກຕ້ອງ ພວກເຮົາໄດ້ສົ່ງລະຫັດທາງ SMS ໄປທີ່ເບີຂອງທ່ານແລ້ວ',
};
export default lo;
