import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { pass, stopClock } from '@/testing/clock';
import { useDelayedFlag } from './use-delayed-flag';

beforeEach(() => stopClock(0));

test('a loader appears after 200 ms, and never if the answer is quicker', async () => {
  const quick = renderHook(({ on }) => useDelayedFlag(on), { initialProps: { on: true } });
  await pass(199);
  expect(quick.result.current).toBe(false);
  quick.rerender({ on: false });
  await pass(1000);
  expect(quick.result.current).toBe(false);
  quick.rerender({ on: true });
  await pass(200);
  expect(quick.result.current).toBe(true);
  quick.rerender({ on: false });
  expect(quick.result.current).toBe(false);
});
