import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SpinSeed } from '@/shared/api/wire';
import { check, differing, draw, fingerprint, fromHex } from './proof';

interface Vector {
  seed: string;
  seedHash: string;
  client: string;
  nonce: number;
  weights: string[];
  slice: number;
}

/** Go's own test reads the same file (spin/draw_test.go). */
const vectors: Vector[] = JSON.parse(readFileSync('../spin/testdata/draws.json', 'utf8'));

test('every draw of the common vectors is reproduced', async () => {
  expect(vectors.length).toBeGreaterThan(20);
  for (const { seed, client, nonce, weights, slice } of vectors)
    expect(await draw(seed, client, nonce, weights.map(BigInt)), `${client} ${nonce}`).toBe(slice);
});

test("a seed's fingerprint is that of its bytes", async () => {
  for (const { seed, seedHash } of vectors) expect(await fingerprint(seed)).toBe(seedHash);
  expect(() => fromHex('zz')).toThrow();
});

describe('a revealed seed', () => {
  const [first] = vectors;
  if (!first) throw new Error('no vectors');
  const own = vectors.filter(({ seed, client }) => seed === first.seed && client === first.client);
  const slices = first.weights.map((weight, index) => ({ code: `S${index}`, weight: Number(weight) }));
  const revealed = (over: Partial<SpinSeed> = {}) => ({
    number: 1,
    seedHash: first.seedHash,
    clientSeed: first.client,
    draws: own.map(({ nonce, slice }) => ({ nonce, slice: `S${slice}`, table: 3, at: '2026-11-22T05:00:00.000Z' })),
    ...over,
    seed: first.seed,
  });
  const tables = [{ version: 3, slices }];

  test('is right if all draws are right', async () => {
    const checked = await check(revealed(), tables);
    expect(checked.hashRight).toBe(true);
    expect(checked.draws).toHaveLength(8);
    expect(differing(checked)).toEqual([]);
  });

  test('shows a draw that was reported with another result', async () => {
    const seed = revealed();
    const [one] = seed.draws;
    if (one) one.slice = 'S7';
    expect(differing(await check(seed, tables))).toEqual([{ nonce: 0, told: 'S7', found: `S${first.slice}` }]);
  });

  test('shows another seed than the one whose fingerprint was shown', async () => {
    const checked = await check(revealed({ seedHash: '0'.repeat(64) }), tables);
    expect(checked.hashRight).toBe(false);
  });

  test('shows draws on an unknown table', async () => {
    expect(differing(await check(revealed(), []))).toHaveLength(8);
  });
});
