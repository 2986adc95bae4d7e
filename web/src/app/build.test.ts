import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chunksOf } from '../../chunks';

const file = (statically: string[] = [], lazily: string[] = []) => ({ statically, lazily, entry: false });
const SRC = '/app/web/src';
const NM = '/app/web/node_modules';
const PARTS = ['home', 'deposit', 'withdraw', 'transfer'].map((name) => `${SRC}/features/${name}.tsx`);
const shared = [`${SRC}/ui/button.tsx`, `${SRC}/ui/amount.tsx`, `${SRC}/ui/sheet.tsx`];
const GRAPH = new Map([
  ['/app/web/index.html', { ...file([`${SRC}/main.tsx`]), entry: true }],
  [`${SRC}/main.tsx`, file([`${NM}/react-dom/client.js`, `${SRC}/ui/button.tsx`], [...PARTS, `${SRC}/rare.tsx`])],
  ...PARTS.map((part) => [part, file(shared)] as const),
  [`${SRC}/rare.tsx`, file([`${SRC}/ui/rare-field.tsx`])],
  [`${SRC}/ui/button.tsx`, file([`${NM}/react/index.js`])],
  [`${SRC}/ui/amount.tsx`, file([`${SRC}/ui/digits.ts`, `${NM}/react/index.js`])],
  [`${SRC}/ui/digits.ts`, file()],
  [`${SRC}/ui/rare-field.tsx`, file()],
  [`${SRC}/ui/sheet.tsx`, file([`${NM}/@base-ui/react/drawer.js`])],
  [`${NM}/react-dom/client.js`, file([`${NM}/react/index.js`])],
  [`${NM}/react/index.js`, file()],
  [`${NM}/@base-ui/react/drawer.js`, file([`${NM}/react/index.js`])],
]);

test.each([
  ['the libraries of the first screen stay in the phone’s cache', `${NM}/react-dom/client.js`, 'vendor'],
  ['so do those that they stand on', `${NM}/react/index.js`, 'vendor'],
  ['the library of a part comes with it', `${NM}/@base-ui/react/drawer.js`, undefined],
  ['what the first screen shares with parts', `${SRC}/ui/button.tsx`, 'base'],
  ['what it has for itself', `${SRC}/main.tsx`, undefined],
  ['what many parts share', `${SRC}/ui/amount.tsx`, 'kit'],
  ['what stands below that', `${SRC}/ui/digits.ts`, 'kit'],
  ['what brings a library, however many share it', `${SRC}/ui/sheet.tsx`, undefined],
  ['what one part uses', `${SRC}/ui/rare-field.tsx`, undefined],
  ['a part itself', PARTS[0] ?? '', undefined],
])('%s: %s goes into %s', (_what, id, chunk) => {
  expect(chunksOf(GRAPH).get(id)).toBe(chunk);
});

test("a retry of the opening page keeps the address and the inviter's code", () => {
  const again = /class="opening-stuck"><a href="([^"]*)"/.exec(readFileSync('index.html', 'utf8'))?.[1];
  expect(new URL(again ?? '/', 'https://a.example/register?code=PR7K3M9Q2T4V6X').href).toBe(
    'https://a.example/register?code=PR7K3M9Q2T4V6X',
  );
});
