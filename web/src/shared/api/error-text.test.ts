import { expect, test } from 'vitest';
import { codeText } from './error-text';

test('a code that this page has no words for is told in words, with the code that support will ask for', () => {
  expect(codeText('NEWER_THAN_THIS_PAGE')).toMatch(/^\p{L}.* \(NEWER_THAN_THIS_PAGE\)$/u);
});
