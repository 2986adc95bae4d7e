import { describe, expect, test } from 'vitest';
import { angleAt, arcOf, brake, coasted, FULL_TURN, PUSH, sliceAt, speedAfter, turnTo } from './wheel';

/** Random numbers from a seed, so that a failure can be repeated. */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the slice under the pointer', () => {
  test.each([
    [0, 8, 0],
    [arcOf(8) * 0.49, 8, 0],
    [arcOf(8) * 0.51, 8, 7],
    [-arcOf(8) * 0.51, 8, 1],
    [-arcOf(8) * 3, 8, 3],
    [FULL_TURN * 5 - arcOf(8) * 3, 8, 3],
    [-FULL_TURN * 5 - arcOf(8) * 3, 8, 3],
    [Math.PI, 2, 1],
    [-arcOf(24) * 23, 24, 23],
  ])('at %f of %i slices is %i', (angle, slices, index) => {
    expect(sliceAt(angle, slices)).toBe(index);
  });
});

test('ten thousand turns end inside the slice that was drawn, and never near its edge', () => {
  const chance = seeded(20261122);
  for (let i = 0; i < 10_000; i++) {
    const slices = 2 + Math.floor(chance() * 23);
    const index = Math.floor(chance() * slices);
    const turn = turnTo(index, slices, (chance() - 0.5) * 1000, chance);
    const end = angleAt(turn, turn.ms);
    const margin = arcOf(slices) * 0.14;
    expect([sliceAt(end, slices), sliceAt(end - margin, slices), sliceAt(end + margin, slices)]).toEqual([
      index,
      index,
      index,
    ]);
  }
});

test('a spin only goes forward, two to four times round, in four to five seconds', () => {
  const chance = seeded(7);
  for (let i = 0; i < 500; i++) {
    const turn = turnTo(i % 8, 8, i, chance);
    expect(turn.by).toBeGreaterThanOrEqual(2 * FULL_TURN);
    expect(turn.by).toBeLessThan(4 * FULL_TURN);
    expect(turn.ms).toBeGreaterThanOrEqual(4000);
    expect(turn.ms).toBeLessThanOrEqual(5000);
    const way = [-5, 0, 100, turn.ms / 2, turn.ms - 1, turn.ms, turn.ms + 500].map((at) => angleAt(turn, at));
    expect(way).toEqual([...way].sort((a, b) => a - b));
    expect(way[0]).toBe(turn.from);
    expect(way.at(-1)).toBe(turn.from + turn.by);
  }
});

test('a coasting wheel loses 0.9 % of its speed in a sixtieth of a second', () => {
  expect(speedAfter(0)).toBe(PUSH);
  expect(speedAfter(1000 / 60) / PUSH).toBeCloseTo(0.991, 10);
  let way = 0;
  for (let at = 0; at < 3000; at++) way += speedAfter(at + 0.5);
  expect(coasted(3000)).toBeCloseTo(way, 6);
});

test("a soft stop begins with the wheel's speed", () => {
  const speed = speedAfter(500);
  const stop = brake(1, speed);
  expect((angleAt(stop, 1) - angleAt(stop, 0)) / speed).toBeCloseTo(1, 2);
  expect(angleAt(stop, stop.ms) - angleAt(stop, stop.ms - 1)).toBeLessThan(speed / 1000);
});
