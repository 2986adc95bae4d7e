import { describe, expect, test } from 'vitest';
import { atBottom, canSend, checkFile, lengthOf, nearTop, sends } from './rules';

test.each([
  ['', false],
  [' \n\t ', false],
  ['ก', true],
  ['  hello  ', true],
  ['ก'.repeat(2000), true],
  [` ${'ก'.repeat(2000)} `, true],
  ['ก'.repeat(2001), false],
  ['😀'.repeat(1000), true],
  ['😀'.repeat(1001), false],
])('whether a text may be sent: %#', (text, allowed) => {
  expect(canSend(text)).toBe(allowed);
});

test('an emoji counts as the server counts it', () => {
  expect(lengthOf(' 😀ກ ')).toBe(3);
});

test.each([
  ['Enter', {}, true],
  ['Enter', { shiftKey: true }, false],
  ['Enter', { ctrlKey: true }, false],
  ['Enter', { altKey: true }, false],
  ['Enter', { metaKey: true }, false],
  ['Enter', { isComposing: true }, false],
  ['a', {}, false],
])('%s with %o sends: %s', (key, over, expected) => {
  const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, isComposing: false };
  expect(sends({ key, ...plain, ...over })).toBe(expected);
});

describe('a file', () => {
  const MB = 1024 * 1024;
  const unsupported = { code: 'FILE_NOT_SUPPORTED' };
  test.each([
    ['a.png', 'image/png', 1, { kind: 'image' }],
    ['a.JPG', 'image/jpeg', 1, { kind: 'image' }],
    ['a.jpeg', '', 1, { kind: 'image' }],
    ['a.gif', 'image/gif', 10 * MB, { kind: 'image' }],
    ['a.png', 'image/png', 10 * MB + 1, { code: 'FILE_TOO_LARGE', params: { limit: 10 } }],
    ['a.mp4', 'video/mp4', 20 * MB, { kind: 'video' }],
    ['a.mov', 'video/quicktime', 20 * MB + 1, { code: 'FILE_TOO_LARGE', params: { limit: 20 } }],
    ['a.mov', '', 1, { kind: 'video' }],
    ['picture', 'image/png', 1, unsupported],
    ['picture.', 'image/png', 1, unsupported],
    ['a.webp', 'image/webp', 1, unsupported],
    ['a.png', 'application/pdf', 1, unsupported],
    ['a.exe', '', 1, unsupported],
    ['', '', 1, unsupported],
  ])('%s (%s, %i bytes)', (name, type, size, expected) => {
    expect(checkFile({ name, type, size })).toEqual(expected);
  });
});

test.each([
  [0, true],
  [-60, true],
  [-61, false],
])('%i px from the bottom counts as there: %s', (scrollTop, expected) => {
  expect(atBottom({ scrollTop })).toBe(expected);
});

test.each([
  [0, 400, 400, true],
  [0, 1000, 400, false],
  [-481, 1000, 400, true],
  [-479, 1000, 400, false],
])('near the top: %i of %i in %i is %s', (scrollTop, scrollHeight, clientHeight, expected) => {
  expect(nearTop({ scrollTop, scrollHeight, clientHeight })).toBe(expected);
});
