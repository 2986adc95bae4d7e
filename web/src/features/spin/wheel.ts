/**
 * The wheel's geometry and motion, without a canvas. Angles are radians, clockwise. At angle 0 the first slice is under
 * the pointer, at the top; the others follow clockwise.
 */
export const FULL_TURN = Math.PI * 2;

/** The part of its speed that a coasting wheel keeps from one sixtieth of a second to the next (SPEC.md §9). */
const FRICTION = 0.991;
const FRAMES_PER_MS = 60 / 1000;
const DECAY = FRICTION ** FRAMES_PER_MS;

/** Radians per millisecond: the speed after a tap, before the server has answered. */
export const PUSH = 0.012;

/** The part of a slice's width in which the pointer may stop: never on an edge, which would be ambiguous. */
const LANDING_WIDTH = 0.7;

export const arcOf = (slices: number) => FULL_TURN / slices;

/** The remainder that is never negative. */
const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** The slice under the pointer. */
export function sliceAt(angle: number, slices: number): number {
  const arc = arcOf(slices);
  return Math.min(slices - 1, Math.floor(modulo(arc / 2 - angle, FULL_TURN) / arc));
}

/** A turn from one angle over a distance forward, in a time. */
export interface Turn {
  from: number;
  by: number;
  ms: number;
}

/**
 * The turn that ends on a slice: two or three full rounds and on to it, in 4 to 5 s (SPEC.md §9). `chance` (0 to 1,
 * without influence on the prize) sets its duration and where within the slice it ends.
 */
export function turnTo(index: number, slices: number, from: number, chance: () => number): Turn {
  const arc = arcOf(slices);
  const rounds = chance() < 0.5 ? 2 : 3;
  const target = -index * arc + (chance() - 0.5) * arc * LANDING_WIDTH;
  return { from, by: modulo(target - from, FULL_TURN) + rounds * FULL_TURN, ms: 4000 + 1000 * chance() };
}

const ease = (part: number) => 1 - (1 - part) ** 3;

/** The angle of a turn after a time; at its end exactly its target. */
export function angleAt({ from, by, ms }: Turn, elapsed: number): number {
  return elapsed >= ms ? from + by : from + by * ease(Math.max(0, elapsed) / ms);
}

/** The speed of a wheel that was pushed some time ago. */
export const speedAfter = (elapsed: number) => PUSH * DECAY ** elapsed;

/** The distance that a pushed wheel has coasted: the speed's integral. */
export const coasted = (elapsed: number) => (PUSH * (DECAY ** elapsed - 1)) / Math.log(DECAY);

/** A soft stop of a coasting wheel if nothing was drawn: it slows down from its present speed. */
export const brake = (from: number, speed: number, ms = 700): Turn => ({ from, by: (speed * ms) / 3, ms });
