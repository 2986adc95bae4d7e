/** A way back in: a forgotten password, and the code after wrong ones. */
export default {
  'forgot.title': 'ลืมรหัสผ่าน',
  'forgot.phone.lead': 'กรอกเบอร์ที่ใช้เข้าสู่ระบบ เราจะส่งรหัสทาง SMS',
  'forgot.code.title': 'ยืนยันรหัส',
  'forgot.password.title': 'ตั้งรหัสผ่านใหม่',
  'forgot.password.lead': 'คุณจะออกจากระบบในทุกอุปกรณ์ และถอนเงินได้หลังจาก 24 ชั่วโมง',
  'forgot.submit': 'บันทึกรหัสผ่านใหม่',
  'forgot.done': 'ตั้งรหัสผ่านใหม่แล้ว',
  'forgot.done.text': 'เข้าสู่ระบบด้วยรหัสผ่านใหม่ได้เลย การถอนเงินรอ 24 ชั่วโมง',
  'login.code.title': 'ยืนยันว่าเป็นคุณ',
  'login.code.lead': 'มีการกรอกรหัสผ่านผิดหลายครั้ง ถ้ารหัสผ่านถูกต้อง เราได้ส่งรหัสทาง SMS ไปที่เบอร์ของคุณแล้ว',
} as const;
