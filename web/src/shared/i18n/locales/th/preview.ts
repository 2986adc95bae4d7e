/** The bar of a draft's preview. Only operators see it. */
export default {
  'preview.of': 'ตัวอย่างฉบับร่างของ {by}',
  'preview.rest': 'สมาชิกยังไม่เห็น และทำรายการในนี้ไม่ได้ ดูได้ถึง {time} น.',
  'preview.asVisitor': 'ดูแบบผู้เยี่ยมชม',
  'preview.asMember': 'ดูแบบสมาชิก',
  'preview.leave': 'ออกจากตัวอย่าง',
  'error.PREVIEW_ENDED': 'ตัวอย่างนี้สิ้นสุดแล้ว เปิดใหม่ได้จากคอนโซล',
  'error.PREVIEW_ONLY': 'นี่คือตัวอย่าง จึงทำรายการไม่ได้',
} as const;
