import { expect, test } from 'vitest';
import { codeText } from './error-text';

test('a code that this page has no words for is told in words, with the code that support will ask for', () => {
  expect(codeText('NEWER_THAN_THIS_PAGE')).toMatch(/^\p{L}.* \(NEWER_THAN_THIS_PAGE\)$/u);
});

test('a game that can not be reached is called by its name, and another movement of the member is not blamed on a game', () => {
  expect(codeText('TRY_AGAIN', { game: 'pgslot', name: 'PG Slot' })).toContain('PG Slot');
  expect(codeText('TRY_AGAIN', { game: 'pgslot' })).toBe(codeText('TRY_AGAIN'));
  expect(codeText('TRY_AGAIN')).not.toContain('{');
});
