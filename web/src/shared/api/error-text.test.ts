import { expect, test } from 'vitest';
import { ApiError } from './error';
import { codeText, errorText } from './error-text';

test('a code that this page has no words for is told in words, with the code that support will ask for', () => {
  expect(codeText('NEWER_THAN_THIS_PAGE')).toMatch(/^\p{L}.* \(NEWER_THAN_THIS_PAGE\)$/u);
});

test('where the words say nothing of the cause, the request is named', () => {
  const failed = (code: string, id?: string) => errorText(new ApiError(code, 500, {}, id));
  expect(failed('NEWER_THAN_THIS_PAGE', 'r-1')).toMatch(/ \(NEWER_THAN_THIS_PAGE\) \(r-1\)$/);
  expect(failed('INTERNAL_SERVER_ERROR', 'r-1')).toMatch(/ \(r-1\)$/);
  expect(failed('INTERNAL_SERVER_ERROR')).toBe(codeText('INTERNAL_SERVER_ERROR'));
});
