import type { Locale } from './types';

/** The texts for the case that nothing loads, not even the catalogues: they come with the first file. */
export const OFFLINE: Record<Locale, { title: string; text: string; reload: string }> = {
  th: {
    title: 'เชื่อมต่อไม่ได้',
    text: 'ติดต่อเซิร์ฟเวอร์ไม่ได้ในขณะนี้ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองใหม่',
    reload: 'โหลดใหม่',
  },
  lo: {
    title: 'ເຊື່ອມຕໍ່ບໍ່ໄດ້',
    text: 'ຕິດຕໍ່ເຊີບເວີບໍ່ໄດ້ໃນຕອນນີ້ ກະລຸນາກວດອິນເຕີເນັດແລ້ວລອງໃໝ່',
    reload: 'ໂຫຼດໃໝ່',
  },
  en: {
    title: 'Can’t connect',
    text: 'The server can’t be reached right now. Check your connection and try again.',
    reload: 'Reload',
  },
};
