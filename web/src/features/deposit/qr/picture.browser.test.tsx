import { afterEach, expect, test, vi } from 'vitest';
import { canShare, pictureOf, share } from './picture';

/** The code as a picture for the bank's app, in a real engine. */
afterEach(() => vi.unstubAllGlobals());

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path fill="#000" d="M4 4h7v7H4zM18 18h7v7h-7z"/></svg>';

test('is a PNG on white, sharp enough for a gallery', async () => {
  const file = await pictureOf(`data:image/svg+xml,${encodeURIComponent(SVG)}`, 'qr-300.png');
  expect([file.name, file.type]).toEqual(['qr-300.png', 'image/png']);
  const image = await createImageBitmap(file);
  expect([image.width, image.height]).toEqual([720, 720]);
  const context = new OffscreenCanvas(720, 720).getContext('2d');
  context?.drawImage(image, 0, 0);
  const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])];
  expect(at(2, 2)).toEqual([255, 255, 255, 255]);
  expect(at(180, 180)).toEqual([0, 0, 0, 255]);
  expect(at(530, 530)).toEqual([0, 0, 0, 255]);
});

test('is shared only if the browser takes files', () => {
  vi.stubGlobal('navigator', {});
  expect(canShare()).toBe(false);
  vi.stubGlobal('navigator', { canShare: ({ files }: { files?: File[] }) => files?.[0]?.type === 'image/png' });
  expect(canShare()).toBe(true);
});

test('reports a failure if the phone can not share, but not if the member closes the share sheet', async () => {
  const file = new File([''], 'qr.png', { type: 'image/png' });
  vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  await expect(share(file)).resolves.toBeUndefined();
  vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  await expect(share(file)).rejects.toThrow('no');
});
