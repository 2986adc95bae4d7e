import { describe, expect, it } from 'vitest';
import { linkIn } from './rules';

const link = 'https://gift.truemoney.com/campaign/?v=AbCd1234';

describe('the link in a pasted text', () => {
  it.each([
    ['the link alone', link, link],
    ['with spaces around', `  ${link}\n`, link],
    ['the message of the app', `ส่งซองของขวัญให้คุณ เปิดเลย!\n${link}\nหมดอายุ 72 ชม.`, link],
    ['in brackets', `<${link}>`, link],
    ['http', `see ${link.replace('https', 'http')} !`, link.replace('https', 'http')],
    ['no scheme', `see ${link.slice(8)} !`, link.slice(8)],
    ['capitals', link.replace('gift', 'GIFT'), link.replace('gift', 'GIFT')],
    ['unseen signs', `\u200b${link.replace('true', 'true\u00ad\u2060')}\ufeff`, link],
    ['what trackers add', `${link}&utm_source=line#x`, `${link}&utm_source=line#x`],
    ['beside another address', `https://line.me/R/x ${link}`, link],
    ['twice the same', `${link} ${link}`, link],
    ['two', `${link}\n${link}x`, `${link} ${link}x`],
    ['a code alone', ' AbCd1234 ', 'AbCd1234'],
    ['another address', 'https://example.com/?v=1', 'https://example.com/?v=1'],
    ['nothing', ' \u200b  ', ''],
  ])('%s', (_, pasted, expected) => {
    expect(linkIn(pasted)).toBe(expected);
  });
});
