interface Size {
  width: number;
  height: number;
}

/** A slip's code stays legible at this. */
const LONG_SIDE = 2000;
/** A whole screen's length in one picture is narrow: it keeps at least this width, or its code would be lost. */
const SHORT_SIDE = 900;
/** The server's limit on pixels, with room to spare. */
const PIXELS = 12_000_000;
/** Under this a picture is sent as it is: re-drawing can only make its code worse. */
const SMALL_BYTES = 1_500_000;

/** The types that the server takes (API.md). */
export const isSlipType = (type: string) => ['image/png', 'image/jpeg', 'image/webp'].includes(type);

/** The size to draw a picture in: never larger than it is, long side about 2,000 px, its short side still legible. */
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

/** A short name for a file's bytes: the same picture sent again is the same tap (tap-key.ts), another one is not. */
export function fingerprint(bytes: Uint8Array): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
  }
  return `${bytes.length}-${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`;
}
