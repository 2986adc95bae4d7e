/** The seven dyes of the weave: ground, thread, foil. */
export const DYES = {
  indigo: ['#141c46', '#6d8bff', '#ffd27a'],
  lotus: ['#3d1230', '#ff6f97', '#ffc46b'],
  jade: ['#0c332c', '#2bd4a0', '#ffe08a'],
  lac: ['#421417', '#ff7a6e', '#ffc46b'],
  marigold: ['#3b2407', '#ffb224', '#fff0c2'],
  orchid: ['#2b1748', '#b692ff', '#ffb0d0'],
  river: ['#0c2c45', '#63bdff', '#ffd27a'],
} as const;

export type Dye = keyof typeof DYES;

const NAMES = Object.keys(DYES) as Dye[];

export function dyeOf(seed: number): Dye {
  return NAMES[seed % NAMES.length] ?? 'indigo';
}

/** A number from a code, the same on every device. The high bits are mixed in: FNV alone clusters modulo 7. */
export function seedOf(code: string): number {
  let hash = 2166136261;
  for (let i = 0; i < code.length; i++) hash = Math.imul(hash ^ code.charCodeAt(i), 16777619);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0x5bd1e995);
  return (hash ^ (hash >>> 15)) >>> 0;
}
