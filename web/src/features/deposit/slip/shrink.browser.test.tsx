import { expect, test } from 'vitest';
import { shrink, UnusableFile } from './shrink';

/** Pictures in a real engine: which are decoded, how large they come out, which are refused. */
const MAX = 10_485_760;

async function picture(width: number, height: number, type: string): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  // Noise, so that it hardly compresses.
  for (let i = 0; i < 4000; i++) {
    context.fillStyle = `hsl(${(i * 47) % 360} 80% ${20 + ((i * 13) % 60)}%)`;
    context.fillRect((i * 131) % width, (i * 197) % height, 40, 40);
  }
  return new File([await canvas.convertToBlob({ type, quality: 0.95 })], 'slip', { type });
}

async function sizeOf(blob: Blob): Promise<[number, number]> {
  const { width, height } = await createImageBitmap(blob);
  return [width, height];
}

test('a large photo becomes a JPEG of 2,000 px', async () => {
  const photo = await picture(3024, 4032, 'image/jpeg');
  const sent = await shrink(photo, MAX);
  expect(sent.type).toBe('image/jpeg');
  expect(await sizeOf(sent)).toEqual([1500, 2000]);
  expect(sent.size).toBeLessThan(photo.size);
});

test('a screenshot is sent as it is, byte for byte', async () => {
  const screenshot = await picture(720, 1280, 'image/png');
  expect(await shrink(screenshot, MAX)).toBe(screenshot);
});

test('a photo taken with the phone turned is upright', async () => {
  const upright = await shrink(turned(await picture(2400, 2100, 'image/jpeg')), MAX);
  expect(await sizeOf(upright)).toEqual([1750, 2000]);

  function turned(file: File): File {
    // A JPEG that says "turn me by 90 degrees": an Exif block of one entry, Orientation = 6.
    const exif = [
      ...[0xff, 0xe1, 0x00, 0x22, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1],
      ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
    ];
    return new File([file.slice(0, 2), new Uint8Array(exif), file.slice(2)], 'turned.jpg', { type: 'image/jpeg' });
  }
});

test('a type that this browser reads and the server refuses becomes a JPEG', async () => {
  const bmp = new File([bitmap(2, 2)], 'slip.bmp', { type: 'image/bmp' });
  const sent = await shrink(bmp, MAX);
  expect(sent.type).toBe('image/jpeg');
  expect(await sizeOf(sent)).toEqual([2, 2]);

  function bitmap(width: number, height: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(54 + height * 8);
    const view = new DataView(bytes.buffer);
    bytes.set([0x42, 0x4d]);
    for (const [at, value] of [
      [2, bytes.length],
      [10, 54],
      [14, 40],
      [18, width],
      [22, height],
    ] as const)
      view.setUint32(at, value, true);
    view.setUint16(26, 1, true);
    view.setUint16(28, 24, true);
    return bytes;
  }
});

test.each([
  ['a text', new File(['hello'], 'slip.txt', { type: 'text/plain' }), 'notPicture'],
  ['a text that says it is a picture', new File(['hello'], 'slip.png', { type: 'image/png' }), 'notPicture'],
  ['a HEIC, which Chromium does not read', new File(['ftypheic'], 'IMG_1.HEIC', { type: 'image/heic' }), 'heic'],
  ['an SVG', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' }), 'notPicture'],
])('%s is refused', async (_, file, why) => {
  await expect(shrink(file, MAX)).rejects.toEqual(new UnusableFile(why as never));
});
