import { expect, test } from 'vitest';
import core from '@/shared/i18n/locales/en/core';
import member from '@/shared/i18n/locales/en/member';
import { pseudo } from '../../testing/pseudo.mjs';

const TEXTS = Object.values<string>({ ...core, ...member });
const lettersOf = (text: string) => [...text.replace(/\{\w+\}|[^\p{L}]/gu, '')].length;

test('in the pseudo-language each text is in brackets, with its own placeholders', () => {
  const placeholders = (text: string) => text.match(/\{\w+\}/g)?.join();
  const lost = TEXTS.filter(
    (text) => !/^⟦.*⟧$/s.test(pseudo(text)) || placeholders(text) !== placeholders(pseudo(text)),
  );
  expect(lost).toEqual([]);
});

test('it is 40 % longer than English', () => {
  const long = TEXTS.filter((text) => lettersOf(text) > 20);
  const times = long.map((text) => lettersOf(pseudo(text)) / lettersOf(text));
  expect(Math.min(...times)).toBeGreaterThan(1.3);
  expect(Math.max(...times)).toBeLessThan(1.5);
});
