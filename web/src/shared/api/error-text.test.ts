import { expect, test } from 'vitest';
import { ApiError } from './error';
import { codeText, errorText } from './error-text';

test('an unknown code gets a general text, and the code that support will ask for', () => {
  expect(codeText('NEWER_THAN_THIS_PAGE')).toMatch(/^\p{L}.* \(NEWER_THAN_THIS_PAGE\)$/u);
});

test('the request is named where the text does not tell the cause', () => {
  const failed = (code: string, id?: string) => errorText(new ApiError(code, 500, {}, id));
  expect(failed('NEWER_THAN_THIS_PAGE', 'r-1')).toMatch(/ \(NEWER_THAN_THIS_PAGE\) \(r-1\)$/);
  expect(failed('INTERNAL_SERVER_ERROR', 'r-1')).toMatch(/ \(r-1\)$/);
  expect(failed('INTERNAL_SERVER_ERROR')).toBe(codeText('INTERNAL_SERVER_ERROR'));
});
