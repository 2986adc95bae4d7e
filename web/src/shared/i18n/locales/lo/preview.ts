import type { Translation } from '../../types';
import type th from '../th/preview';

const lo: Translation<typeof th> = {
  'preview.of': 'ຕົວຢ່າງສະບັບຮ່າງຂອງ {by}',
  'preview.rest': 'ສະມາຊິກຍັງບໍ່ເຫັນ ແລະ ເຮັດລາຍການໃນນີ້ບໍ່ໄດ້ ເບິ່ງໄດ້ເຖິງ {time}',
  'preview.asVisitor': 'ເບິ່ງແບບຜູ້ຢ້ຽມຊົມ',
  'preview.asMember': 'ເບິ່ງແບບສະມາຊິກ',
  'preview.leave': 'ອອກຈາກຕົວຢ່າງ',
  'error.PREVIEW_ENDED': 'ຕົວຢ່າງນີ້ສິ້ນສຸດແລ້ວ ເປີດໃໝ່ໄດ້ຈາກຄອນໂຊນ',
  'error.PREVIEW_ONLY': 'ນີ້ແມ່ນຕົວຢ່າງ ຈຶ່ງເຮັດລາຍການບໍ່ໄດ້',
};

export default lo;
