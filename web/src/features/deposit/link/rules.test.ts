import { describe, expect, it } from 'vitest';
import { linkIn } from './rules';

const link = 'https://gift.truemoney.com/campaign/?v=AbCd1234';

describe('the link in what was pasted', () => {
  it.each([
    ['the link alone', link, link],
    ['with spaces around', `  ${link}\n`, link],
    ['the message of the app', `ส่งซองของขวัญให้คุณ เปิดเลย!\n${link}\nหมดอายุ 72 ชม.`, link],
    ['in brackets', `<${link}>`, link],
    ['no link', ' AbCd1234 ', 'AbCd1234'],
    ['nothing', '   ', ''],
  ])('%s', (_, pasted, expected) => {
    expect(linkIn(pasted)).toBe(expected);
  });
});
