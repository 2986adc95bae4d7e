import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Code } from '@/shared/api/wire';
import { LOCALES } from './index';
import enCore from './locales/en/core';
import enErrors from './locales/en/errors';
import loCore from './locales/lo/core';
import loErrors from './locales/lo/errors';
import thCore from './locales/th/core';
import thErrors from './locales/th/errors';
import type { Texts } from './types';

/** A code of the contract without a text does not compile. */
type CodesWithoutText = Exclude<`error.${Code}`, keyof Texts>;
const everyCodeHasAText: [CodesWithoutText] extends [never] ? true : CodesWithoutText = true;

const texts = {
  th: { ...thCore, ...thErrors },
  lo: { ...loCore, ...loErrors },
  en: { ...enCore, ...enErrors },
};

test.each(LOCALES)('every code of api/openapi.json has a text in %s', (locale) => {
  const contract = JSON.parse(readFileSync('../api/openapi.json', 'utf8'));
  const codes: string[] = contract.components.schemas.Envelope.properties.message.enum;
  expect(codes.length).toBeGreaterThan(100);
  const catalogue: Record<string, string> = texts[locale];
  expect(codes.filter((code) => !catalogue[`error.${code}`])).toEqual([]);
  expect(everyCodeHasAText).toBe(true);
});
