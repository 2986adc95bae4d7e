import type { Translation } from '../../types';
import type th from '../th/terminated';

const lo: Translation<typeof th> = {
  'terminated.title': 'ບໍລິການນີ້ປິດໃຫ້ບໍລິການແລ້ວ',
  'terminated.text': 'ຖ້າມີຂໍ້ສົງໄສ ກະລຸນາຕິດຕໍ່ຜູ້ໃຫ້ບໍລິການຂອງທ່ານ',
  'terminated.again': 'ກວດສອບອີກຄັ້ງ',
};
export default lo;
