import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import enDecision from './locales/en/decision';
import en from './locales/en/errors';
import loDecision from './locales/lo/decision';
import lo from './locales/lo/errors';
import thDecision from './locales/th/decision';
import th from './locales/th/errors';

const contract = readFileSync('../docs/founding/OPERATOR-API.md', 'utf8');
const NO_CODES = /^(KRAPAO_|SUCCESS|PROPOSED|PENDING)/;

test.each([
  ['th', th],
  ['lo', lo],
  ['en', en],
])('every code of the operator API has a text in %s', (_locale, texts: Record<string, string>) => {
  const words = contract.match(/`[A-Z][A-Z_0-9]{4,}`/g) ?? [];
  const codes = [...new Set(words.map((word) => word.slice(1, -1)))].filter((code) => !NO_CODES.test(code));
  expect(codes.length).toBeGreaterThan(35);
  expect(codes.filter((code) => !texts[`error.${code}`])).toEqual([]);
});

test.each([
  ['th', thDecision],
  ['lo', loDecision],
  ['en', enDecision],
])('every code of what a person has to have looked at has a text in %s', (_locale, texts: Record<string, string>) => {
  const said = contract.match(/`params\.what` is the code of what is asked for: ([^|]*)\|/)?.[1] ?? '';
  const codes = (said.match(/`\w+`/g) ?? []).map((word) => word.slice(1, -1));
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.filter((code) => !texts[`evidence.${code}`])).toEqual([]);
});
