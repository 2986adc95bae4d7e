import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CLAIM_MS, DOUBLE_TAP_MS, isSecondHalf, lastTap, oncePerBurst } from './double-tap';

test('taps that follow each other within half a second are one', () => {
  let now = 0;
  let done = 0;
  const tap = oncePerBurst(
    () => {
      done += 1;
    },
    CLAIM_MS,
    () => now,
  );
  for (const at of [0, 100, 599, 1098]) {
    now = at;
    tap();
  }
  expect(done).toBe(1);
  now += CLAIM_MS;
  tap();
  expect(done).toBe(2);
});

test('a tap within 400 ms after an answer is the second half of the answered tap', () => {
  expect([0, 399, 400].map((made) => isSecondHalf(0, made))).toEqual([true, true, false]);
});

test('a tap counts from the touch, not from when a slow phone handled it', () => {
  const late = new MouseEvent('click');
  Object.defineProperty(late, 'timeStamp', { value: performance.now() - 10 * DOUBLE_TAP_MS });
  const before = Date.now();
  fireEvent(document, late);
  expect(lastTap()).toBeLessThan(before - 9 * DOUBLE_TAP_MS);
  expect(isSecondHalf(before)).toBe(true);
  fireEvent(document, new MouseEvent('click'));
  expect(lastTap()).toBeGreaterThanOrEqual(before);
});
