import { encode } from 'uqr';

/**
 * A text as a QR code: the side of its square in modules, and the dark ones as the path of an SVG. It has four white modules
 * around it, as the standard requires: phones can't find its edge on a dark background.
 */
export function qrOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  return { size, path: data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('') };
}
