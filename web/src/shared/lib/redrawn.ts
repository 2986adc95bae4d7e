import { ApiError } from '@/shared/api/error';
import { redraw } from './redraw';

interface Size {
  width: number;
  height: number;
}

const QUALITY = 0.85;
const LONG_SIDE = 2560;

const within = ({ width, height }: Size): Size => {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** A picture as this browser shows it, redrawn as a JPEG; undefined if it shows none. */
export async function redrawn(picture: Blob, size: (size: Size) => Size = within): Promise<Blob | undefined> {
  try {
    const image = await createImageBitmap(picture, { imageOrientation: 'from-image' });
    try {
      return await redraw(image, size(image), 'image/jpeg', QUALITY);
    } finally {
      image.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * Sends a picture. Some that every browser shows are of a type that the server can't read, or too large for it. After
 * that refusal the picture is redrawn and sent once more. If it can't be redrawn, the refusal stands.
 */
export async function sendOrRedraw<Answer, Picture extends Blob>(
  picture: Picture,
  refusal: string,
  send: (picture: Picture | Blob) => Promise<Answer>,
  draw: (picture: Blob) => Promise<Blob | undefined> = redrawn,
): Promise<Answer> {
  try {
    return await send(picture);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === refusal)) throw error;
    const again = await draw(picture);
    if (!again) throw error;
    return send(again);
  }
}
