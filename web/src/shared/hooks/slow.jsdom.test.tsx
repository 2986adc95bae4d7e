import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDelayedFlag } from './use-delayed-flag';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a loader comes after 200 ms, and not at all where the answer is quicker', () => {
  const quick = renderHook(({ on }) => useDelayedFlag(on), { initialProps: { on: true } });
  pass(199);
  expect(quick.result.current).toBe(false);
  quick.rerender({ on: false });
  pass(1000);
  expect(quick.result.current).toBe(false);
  quick.rerender({ on: true });
  pass(200);
  expect(quick.result.current).toBe(true);
  quick.rerender({ on: false });
  expect(quick.result.current).toBe(false);
});
