import { describe, expect, it } from 'vitest';
import { makeStatementRow } from '@/testing/factories';
import { linkIn, settledBy } from './rules';

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

describe('what became of a link', () => {
  const open = { reference: 'mine', at: Date.parse('2026-11-20T12:00:00.000Z') };
  const row = (over: object) =>
    makeStatementRow({ from: 'TRUEMONEY', reference: 'x', createdAt: '2026-11-20T12:01:00.000Z', ...over });

  it.each([
    ['is not known yet', [], undefined],
    ['is told by its reference', [row({ from: 'X', reference: 'mine' })], 'mine'],
    ['is not told while it is under way', [row({ reference: 'mine', status: 'IN_PROGRESS' })], undefined],
    ["is told by the issuer's next money", [row({})], 'x'],
    ['is not told by money from before', [row({ createdAt: '2026-11-20T11:59:00.000Z' })], undefined],
    ['is not told by a bank', [row({ from: 'KBANK' })], undefined],
  ])('%s', (_, rows, expected) => {
    expect(settledBy(open, rows)?.reference).toBe(expected);
  });
});
