import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { gate } from '@/testing/gate';
import { invalidate } from './invalidate';

it('repeats a first fetch that was under way when the data changed', async () => {
  const cache = new QueryClient();
  const answer = gate();
  let balance = 0;
  const ask = vi.fn(async () => {
    const read = balance;
    await answer.passed;
    return read;
  });
  const shown = new QueryObserver(cache, { queryKey: ['wallet'], queryFn: ask });
  const stop = shown.subscribe(() => undefined);
  balance = 500;
  const asked = invalidate(cache, ['wallet']);
  answer.open();
  await asked;
  expect(shown.getCurrentResult().data).toBe(500);
  expect(ask).toHaveBeenCalledTimes(2);
  await invalidate(cache, ['wallet'], ['statement']);
  expect(ask).toHaveBeenCalledTimes(3);
  stop();
});
