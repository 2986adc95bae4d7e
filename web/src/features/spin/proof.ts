/**
 * Recalculates a draw from the values that the server revealed (docs/founding/API.md, "Spin wheel"). It is the same as
 * spin/draw.go; spin/testdata/draws.json holds the results that both must reproduce.
 */
import type { SpinRotated, SpinSeed, SpinSetup, SpinTable } from '@/shared/api/wire';

/** Draws are numbers below this. */
const RANGE = 2n ** 64n;

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})+$/i.test(text)) throw new Error('not hexadecimal');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Browsers offer cryptography only to pages that came by https, or from localhost. */
export const canCalculate = () => globalThis.crypto?.subtle !== undefined;

export const fingerprint = async (seed: string) => hex(await crypto.subtle.digest('SHA-256', fromHex(seed)));

/** The index of the slice for a seed, a client seed and a draw's number on a table of weights. */
export async function draw(seed: string, client: string, nonce: number, weights: readonly bigint[]): Promise<number> {
  const key = await crypto.subtle.importKey('raw', fromHex(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  // Above it the numbers do not divide evenly among the weights. They are not used, so that no slice is favoured.
  const limit = RANGE - (RANGE % sum);
  for (let round = 1; ; round++) {
    const message = `${client}${nonce}${round > 1 ? `:${round}` : ''}`;
    const bytes = new DataView(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(message)));
    for (let at = 0; at < 32; at += 8) {
      const number = bytes.getBigUint64(at);
      if (number < limit) return place(number % sum, weights);
    }
  }
}

function place(number: bigint, weights: readonly bigint[]): number {
  let rest = number;
  return weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0n;
  });
}

/**
 * Reports whether the seed that came is the one whose fingerprint was shown before the member chose its part. It is
 * unknown if the seed was replaced elsewhere meanwhile, because the fingerprint shown is then older.
 */
export function promiseOf(shown: SpinSetup['proof'], rotated: SpinRotated): 'kept' | 'broken' | undefined {
  if (rotated.seedHash !== shown.seedHash) return undefined;
  return rotated.nextHash === shown.nextHash ? 'kept' : 'broken';
}

export interface CheckedDraw {
  nonce: number;
  /** The slice that the server reported. */
  told: string;
  /** The slice that the seed gives; undefined if the table is not known. */
  found: string | undefined;
}

export interface Checked {
  /** Whether the revealed seed has the fingerprint that was shown before. */
  hashRight: boolean;
  draws: CheckedDraw[];
}

/** Every draw of a revealed seed, recalculated. */
export async function check(seed: SpinSeed & { seed: string }, tables: readonly SpinTable[]): Promise<Checked> {
  const draws = seed.draws.map(async ({ nonce, slice, table }) => {
    const slices = tables.find(({ version }) => version === table)?.slices;
    if (!slices) return { nonce, told: slice, found: undefined };
    const weights = slices.map(({ weight }) => BigInt(weight));
    return { nonce, told: slice, found: slices[await draw(seed.seed, seed.clientSeed, nonce, weights)]?.code };
  });
  return { hashRight: (await fingerprint(seed.seed)) === seed.seedHash, draws: await Promise.all(draws) };
}

export const differing = ({ draws }: Checked) => draws.filter(({ told, found }) => told !== found);
