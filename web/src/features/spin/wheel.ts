/**
 * The wheel's geometry and motion, without a canvas. Angles are radians, clockwise. At angle 0 the first slice stands
 * under the pointer, at the top; the others follow clockwise.
 */
export const FULL_TURN = Math.PI * 2;

/** What a coasting wheel keeps of its speed from one sixtieth of a second to the next (SPEC.md §9). */
const FRICTION = 0.991;
const FRAMES_PER_MS = 60 / 1000;
const DECAY = FRICTION ** FRAMES_PER_MS;

/** Radians a millisecond: how a tap sets it going, before the server has answered. */
export const PUSH = 0.012;

/** How much of a slice's width the pointer may come to stand in: never on an edge, which could be read either way. */
const LANDING_WIDTH = 0.7;

export const arcOf = (slices: number) => FULL_TURN / slices;

/** The remainder that is never negative. */
const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** Which slice stands under the pointer. */
export function sliceAt(angle: number, slices: number): number {
  const arc = arcOf(slices);
  return Math.min(slices - 1, Math.floor(modulo(arc / 2 - angle, FULL_TURN) / arc));
}

/** A turn from one angle over a way forward, in a time. */
export interface Turn {
  from: number;
  by: number;
  ms: number;
}

/**
 * The turn that ends on a slice: two or three times round and on to it, in 4 to 5 s (SPEC.md §9). `chance` (0 to 1, of
 * no weight for the prize) says how long it takes and where within the slice it ends.
 */
export function turnTo(index: number, slices: number, from: number, chance: () => number): Turn {
  const arc = arcOf(slices);
  const rounds = chance() < 0.5 ? 2 : 3;
  const target = -index * arc + (chance() - 0.5) * arc * LANDING_WIDTH;
  return { from, by: modulo(target - from, FULL_TURN) + rounds * FULL_TURN, ms: 4000 + 1000 * chance() };
}

const ease = (part: number) => 1 - (1 - part) ** 3;

/** Where a turn is after a time; at its end exactly where it was to end. */
export function angleAt({ from, by, ms }: Turn, elapsed: number): number {
  return elapsed >= ms ? from + by : from + by * ease(Math.max(0, elapsed) / ms);
}

/** The speed of a wheel that was pushed some time ago. */
export const speedAfter = (elapsed: number) => PUSH * DECAY ** elapsed;

/** How far a pushed wheel has coasted: the speed's integral. */
export const coasted = (elapsed: number) => (PUSH * (DECAY ** elapsed - 1)) / Math.log(DECAY);

/** A soft stop of a coasting wheel where nothing was drawn: it slows down from the speed it has. */
export const brake = (from: number, speed: number, ms = 700): Turn => ({ from, by: (speed * ms) / 3, ms });
