import type { Translation } from '../../types';
import type th from '../th/content';

const lo: Translation<typeof th> = {
  'howto.title': 'ວິທີນຳໃຊ້',
  'howto.lead': 'ວິດີໂອສັ້ນໆ ສຳລັບເລີ່ມຕົ້ນ',
  'howto.play': 'ຫຼິ້ນວິດີໂອ:',
  'howto.failed': 'ຫຼິ້ນວິດີໂອນີ້ບໍ່ໄດ້ໃນຕອນນີ້',
  'contact.title': 'ຕິດຕໍ່ພວກເຮົາ',
  'contact.scan': 'ສະແກນ QR ເພື່ອແຊັດກັບພວກເຮົາ',
  'contact.open': 'ເປີດ LINE {name}',
  'contact.version': 'ເວີຊັນ {version}',
  'contact.empty': 'ຍັງບໍ່ມີຂໍ້ມູນຕິດຕໍ່',
  'contact.browser': 'ເປີດໃນບຣາວເຊີ',
  'contact.browser.text': 'ທ່ານກຳລັງໃຊ້ບຣາວເຊີໃນແອັບອື່ນ ເກມ ແລະ ວິດີໂອບາງລາຍການອາດເປີດບໍ່ໄດ້',
  'contact.browser.menu': 'ແຕະເມນູ ⋯ ແລ້ວເລືອກ “ເປີດໃນບຣາວເຊີ”',
};
export default lo;
