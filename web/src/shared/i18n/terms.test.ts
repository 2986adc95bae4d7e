import { expect, test } from 'vitest';

const path = '../../../scripts/terms.mjs';
const { termProblems } = await import(/* @vite-ignore */ path);

const document = (exceptions = '') => `
## Terms

| English | Thai | avoid | Lao | avoid | why |
|---|---|---|---|---|---|
| transfer, transfers | โอน | โยก | ໂອນ | ໂຍກ | |
| phone number | เบอร์โทรศัพท์ | เบอร์โทร | ເບີໂທລະສັບ | ເບີໂທ | |
| tap | แตะ | กด | ແຕະ | ກົດ | |

## Letters

| avoid | write | language | why |
|---|---|---|---|
| ຫລ | ຫຼ | Lao | |

## Spellings and habits

| avoid | write | language | why |
|---|---|---|---|
| ท่าน | คุณ | Thai | |
| customer | member | English | |

## Exceptions

| key | term | why |
|---|---|---|
${exceptions}`;

test.each([
  [{ en: 'Transfers are quick', th: 'โอนเร็ว', lo: 'ໂອນໄວ' }, []],
  [{ en: 'Transfers are quick', th: 'เร็ว', lo: 'ໂອນໄວ' }, ['a.key: th has no โอน for "transfer"']],
  [{ en: 'Move it', th: 'โยกกลับ', lo: 'ໂຍກກັບ' }, ['a.key: th says โยก, not โอน', 'a.key: lo says ໂຍກ, not ໂອນ']],
  [{ en: 'Only by QR', th: 'ฝากด้วย QR เท่านั้น', lo: 'ປາກົດ' }, []],
  [{ en: 'Yours', th: 'ของท่าน', lo: 'ຂອງທ່ານ' }, ['a.key: th says ท่าน, not คุณ']],
  [{ en: 'Your phone number', th: 'เบอร์โทรศัพท์ของคุณ', lo: 'ເບີໂທລະສັບຂອງທ່ານ' }, []],
  [{ en: 'After', th: 'หลัง', lo: 'ຫລັງ' }, ['a.key: lo says ຫລ, not ຫຼ']],
  [{ en: 'A customer', th: 'คน', lo: 'ຄົນ' }, ['a.key: en says customer, not member']],
  [{ en: 'Customers', th: 'สลิป3', lo: 'ສະລິບ 3' }, ['a.key: th: no space beside Latin letters or digits']],
  [{ en: 'Left or right', th: 'ซ้าย', lo: 'ຊ້າຍ ຫຼືຂວາ' }, ['a.key: lo: ແລະ and ຫຼື stand between spaces']],
  [{ en: 'Left', th: 'เหลือ', lo: 'ເຫຼືອຢູ່ ແລະ ເຫຼືອ' }, []],
])('%j', (text, problems) => {
  expect(termProblems(new Map([['a.key', text]]), document())).toEqual(problems);
});

test('an exception is for a key and a term, and is an error once it is not needed', () => {
  const exception = document('| `a.key` | transfer | |');
  const text = { en: 'Transfers are quick', th: 'เร็ว', lo: 'ໄວ' };
  expect(termProblems(new Map([['a.key', text]]), exception)).toEqual([]);
  expect(termProblems(new Map([['b.key', text]]), exception)).toHaveLength(3);
});
