/** The service is gone, or back. */
export default {
  'terminated.title': 'บริการนี้ปิดให้บริการแล้ว',
  'terminated.text': 'ถ้ามีข้อสงสัย กรุณาติดต่อผู้ให้บริการของคุณ',
  'terminated.again': 'ตรวจสอบอีกครั้ง',
} as const;
