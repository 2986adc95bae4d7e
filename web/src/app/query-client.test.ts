import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { gate } from '@/testing/gate';
import { createQueryClient } from './query-client';

it('asks once more what was asked for the first time when it changed', async () => {
  const client = createQueryClient();
  const answer = gate();
  let balance = 0;
  const ask = vi.fn(async () => {
    const read = balance;
    await answer.passed;
    return read;
  });
  const shown = new QueryObserver(client, { queryKey: ['wallet'], queryFn: ask });
  const stop = shown.subscribe(() => undefined);
  balance = 500;
  const asked = client.invalidateQueries({ queryKey: ['wallet'] });
  answer.open();
  await asked;
  expect(shown.getCurrentResult().data).toBe(500);
  expect(ask).toHaveBeenCalledTimes(2);
  await client.invalidateQueries({ queryKey: ['wallet'] });
  expect(ask).toHaveBeenCalledTimes(3);
  stop();
});
