import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHUNKS, GROUND, KIT } from '../../chunks';

test('each file that is named for a chunk is there', () => {
  const lost = [...GROUND, ...KIT].filter((name) => !['.ts', '.tsx'].some((ext) => existsSync(`src/${name}${ext}`)));
  expect(lost).toEqual([]);
});

test.each([
  ['/app/web/node_modules/react-dom/client.js', 'vendor'],
  ['/app/web/node_modules/@tanstack/query-core/build/query.js', 'vendor'],
  ['/app/web/node_modules/@base-ui/react/drawer.js', undefined],
  ['/app/web/src/shared/ui/button.tsx', 'base'],
  ['/app/web/src/shared/ui/amount.tsx', 'kit'],
  ['/app/web/src/features/home/home-page.tsx', undefined],
])('%s goes into %s: libraries stay in the phone’s cache when a button of ours changes', (id, name) => {
  expect(CHUNKS.find((chunk) => chunk.test(id))?.name).toBe(name);
});

test('who tries the opening again comes to the same address, with the code of the friend who invited', () => {
  const again = /class="opening-stuck"><a href="([^"]*)"/.exec(readFileSync('index.html', 'utf8'))?.[1];
  expect(new URL(again ?? '/', 'https://a.example/register?code=PR7K3M9Q2T4V6X').href).toBe(
    'https://a.example/register?code=PR7K3M9Q2T4V6X',
  );
});
