import { redraw } from '@/shared/lib/redraw';

/** The picture's size: large enough for a bank app that reads it from the gallery. */
const SIZE = 720;

/** The code as a PNG file. */
export async function pictureOf(source: string, name: string): Promise<File> {
  return new File([await draw(source)], name, { type: 'image/png' });
}

/** Reports whether this browser can share pictures with other apps. It tries an empty one, before there is a code. */
export function canShare(): boolean {
  const file = new File([''], 'qr.png', { type: 'image/png' });
  return navigator.canShare?.({ files: [file] }) === true;
}

/** Opens the phone's share sheet with the picture. A member who closes it has not failed. */
export async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

/** Saves the picture to the phone's downloads. */
export function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function draw(source: string): Promise<Blob> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const blob = await redraw(image, { width: SIZE, height: SIZE }, 'image/png');
  if (!blob) throw new Error('no image');
  return blob;
}
