/** How-to, contact, agreement and conditions, the closed service. Spoken by visitors and members. */
export default {
  'howto.title': 'วิธีใช้งาน',
  'howto.lead': 'วิดีโอสั้น ๆ สำหรับเริ่มต้น',
  'howto.play': 'เล่นวิดีโอ:',
  'howto.failed': 'เล่นวิดีโอนี้ไม่ได้ในขณะนี้',
  'contact.title': 'ติดต่อเรา',
  'contact.scan': 'สแกน QR เพื่อแชตกับเรา',
  'contact.open': 'เปิด LINE {name}',
  'contact.version': 'เวอร์ชัน {version}',
  'contact.empty': 'ยังไม่มีข้อมูลติดต่อ',
  'contact.browser': 'เปิดในเบราว์เซอร์',
  'contact.browser.text': 'คุณกำลังใช้เบราว์เซอร์ในแอปอื่น เกมและวิดีโอบางรายการอาจเปิดไม่ได้',
  'contact.browser.menu': 'แตะเมนู ⋯ แล้วเลือก “เปิดในเบราว์เซอร์”',
} as const;
