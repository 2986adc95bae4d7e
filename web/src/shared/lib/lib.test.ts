import { expect, test } from 'vitest';
import { formatAccountNo, isEnglishName, maskAccountNo, wantsEnglishName } from './bank-account';
import { externalBrowserUrl } from './in-app-browser';
import { baht, commonStep, formatAmount, formatCredits, inSteps, portion } from './money';
import { pageWindow } from './page-window';
import { formatCountdown, formatDateTime, timeAgo } from './time';

test.each([
  [1250.5, '฿1,250.50'],
  [0, '฿0.00'],
  [1_000_000, '฿1,000,000.00'],
  [-20, '-฿20.00'],
])('%d baht is formatted as %s', (amount, text) => expect(baht(amount)).toBe(text));

test('credits keep up to four decimals', () => {
  expect(formatCredits(1.2345)).toBe('1.2345');
  expect(formatCredits(12)).toBe('12.00');
});

test('amounts and credits are formatted as the browser itself would format them', () => {
  const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });
  const credits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  for (let units = 1; units < 99_999_999_999; units = Math.ceil(units * 1.01 + 97)) {
    for (const of of [units, -units]) {
      expect(formatAmount(of / 100)).toBe(money.format(of / 100));
      expect(formatCredits(of / 10_000)).toBe(credits.format(of / 10_000));
    }
  }
});

test.each([
  [5320.75, 25, 1330.18],
  [0.03, 50, 0.01],
  [100, 100, 100],
  [1.1, 100, 1.1],
])('of %d, the %d percent button fills in %d', (amount, percent, part) => expect(portion(amount, percent)).toBe(part));

test.each([
  [5320.75, 100, 0.1, 5320.7],
  [5320.75, 25, 0.1, 1330.1],
  [123.45, 100, 0.1, 123.4],
  [99.99, 100, 5, 95],
  [0.05, 100, 0.1, 0],
])('of %d, the %d percent button fills in whole steps of %d: %d', (amount, percent, step, part) => {
  expect(portion(amount, percent, step)).toBe(part);
});

test.each([
  [5320.7, 0.1, true],
  [5320.75, 0.1, false],
  [0.29, 0.01, true],
  [1.15, 0.05, true],
  [12, 5, false],
])('%d is whole steps of %d: %s', (amount, step, whole) => expect(inSteps(amount, step)).toBe(whole));

test.each([
  [0.01, 0.1, 0.1],
  [0.1, 0.01, 0.1],
  [0.1, 0.25, 0.5],
  [1, 1, 1],
])('between steps of %d and %d money moves in steps of %d', (one, other, step) => {
  expect(commonStep(one, other)).toBe(step);
});

test.each([
  [1, 1, [1]],
  [1, 9, [1, 2]],
  [5, 9, [2, 3, 4, 5, 6]],
  [9, 9, [6, 7, 8, 9]],
])('on page %d of %d the pager shows %j', (page, pages, shown) => expect(pageWindow(page, pages)).toEqual(shown));

test('account numbers of ten digits are grouped as 3-3-4', () => {
  expect(formatAccountNo('1234567890')).toBe('123-456-7890');
  expect(formatAccountNo('123456789012')).toBe('123456789012');
  expect(maskAccountNo('1234567890')).toBe('••• 7890');
});

test('KTB, TMB and BBL need English names', () => {
  expect(['KTB', 'TMB', 'BBL', 'KBANK', 'SCB'].filter(wantsEnglishName)).toEqual(['KTB', 'TMB', 'BBL']);
  expect(isEnglishName('SOMYING JAIDEE')).toBe(true);
  expect(isEnglishName('สมหญิง')).toBe(false);
  expect(isEnglishName('O’NEIL')).toBe(false);
  expect(isEnglishName('   ')).toBe(false);
});

const now = new Date('2026-11-20T12:00:00Z');
test.each([
  ['2026-11-20T11:59:58Z', 'second', 2],
  ['2026-11-20T11:59:00Z', 'minute', 1],
  ['2026-11-20T09:30:00Z', 'hour', 2],
  ['2026-11-18T12:00:00Z', 'day', 2],
  ['2026-10-21T12:00:00Z', 'month', 1],
  ['2025-11-20T12:00:00Z', 'year', 1],
  ['2026-11-20T12:00:05Z', 'second', 0],
])('%s was %s %d ago', (at, unit, count) => expect(timeAgo(at, now)).toEqual({ unit, count }));

test('moments are written DD/MM/YYYY HH:mm:ss and countdowns mm:ss', () => {
  expect(formatDateTime(new Date(2026, 0, 5, 7, 8, 9))).toBe('05/01/2026 07:08:09');
  expect(formatCountdown(299.2)).toBe('05:00');
  expect(formatCountdown(-3)).toBe('00:00');
});

test("LINE is asked to open an address in the phone's browser", () => {
  expect(externalBrowserUrl('https://a.example/contact?x=1')).toBe(
    'https://a.example/contact?x=1&openExternalBrowser=1',
  );
});
