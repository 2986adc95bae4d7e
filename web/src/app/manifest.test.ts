import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PATHS } from '@/shared/paths';

const file = (name: string) => readFileSync(new URL(`../../public/${name}`, import.meta.url));

interface Manifest {
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  shortcuts: { url: string }[];
}
const manifest = JSON.parse(file('manifest.webmanifest').toString()) as Manifest;

/** A PNG has its width and height at byte 16. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('the app can be installed: its icons exist in the sizes that the manifest names', () => {
  expect([manifest.start_url, manifest.scope, manifest.display]).toEqual(['/', '/', 'standalone']);
  const pngs = manifest.icons.filter(({ type }) => type === 'image/png');
  for (const { src, sizes } of pngs) expect(sizeOf(file(src.slice(1))), src).toBe(sizes);
  // The icons that browsers require before they offer to install, and the maskable one that Android cuts to its own
  // shape.
  expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});

test('the shortcuts of its icon lead to existing pages', () => {
  const places = Object.values(PATHS) as string[];
  for (const { url } of manifest.shortcuts) expect(places).toContain(url.split('?')[0]);
});
