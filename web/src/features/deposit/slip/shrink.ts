import { redraw } from '@/shared/lib/redraw';
import { bounded, isSlipType, keepsAsIs } from './rules';

const QUALITY = 0.85;

/** Why a chosen file can't be sent. */
export type Unusable = 'notPicture' | 'heic' | 'tooLarge';

export class UnusableFile extends Error {
  constructor(readonly why: Unusable) {
    super(why);
  }
}

/**
 * The picture to send: unchanged if it is small already, otherwise redrawn as a JPEG. Redrawing also converts formats
 * that only this phone can read, such as an iPhone's HEIC. It drops the place and the camera that the photo names.
 */
export async function shrink(file: File, maxBytes: number): Promise<Blob> {
  const image = await decode(file);
  try {
    if (isSlipType(file.type) && keepsAsIs(file.size, image)) return file;
    const drawn = await draw(image);
    if (drawn.size > maxBytes) throw new UnusableFile('tooLarge');
    return drawn;
  } finally {
    if ('close' in image) image.close();
  }
}

type Decoded = ImageBitmap | HTMLImageElement;

async function decode(file: File): Promise<Decoded> {
  // An SVG is a program that draws, not a picture of a slip.
  if (/svg/.test(file.type)) throw new UnusableFile('notPicture');
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return decodeAsElement(file);
  }
}

/** Safari reads some pictures, HEIC among them, only as an element. */
async function decodeAsElement(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } catch {
    throw new UnusableFile(/hei[cf]/i.test(`${file.type} ${file.name}`) ? 'heic' : 'notPicture');
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

async function draw(image: Decoded): Promise<Blob> {
  const blob = await redraw(image, bounded(image), 'image/jpeg', QUALITY);
  if (!blob) throw new UnusableFile('tooLarge');
  return blob;
}
