interface Size {
  width: number;
  height: number;
}

/** A slip's code is still legible at this size. */
const LONG_SIDE = 2000;
/** A picture of a whole long screen is narrow: it keeps at least this width, or its code would be illegible. */
const SHORT_SIDE = 900;
/** The server's limit on pixels, with a margin. */
const PIXELS = 12_000_000;
/** Below this a picture is sent as it is: redrawing could only make its code worse. */
const SMALL_BYTES = 1_500_000;

/** The types that the server accepts (API.md). */
export const isSlipType = (type: string) => ['image/png', 'image/jpeg', 'image/webp'].includes(type);

/** The size to redraw a picture in: never enlarged, the long side about 2,000 px, the short side still legible. */
export function bounded({ width, height }: Size): Size {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const legible = Math.max(LONG_SIDE / long, SHORT_SIDE / short);
  const scale = Math.min(1, legible, Math.sqrt(PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export function keepsAsIs(bytes: number, { width, height }: Size): boolean {
  return bytes <= SMALL_BYTES && Math.max(width, height) <= LONG_SIDE;
}

/** A fingerprint of a file's bytes: the same picture sent again is the same tap (tap-key.ts), another one is not. */
export function fingerprint(bytes: Uint8Array): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
  }
  return `${bytes.length}-${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`;
}
