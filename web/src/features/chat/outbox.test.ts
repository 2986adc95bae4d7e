import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NETWORK } from '@/shared/api/error';
import type { ChatSaid } from '@/shared/api/wire';
import { Outbox } from './outbox';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const words = (payload: string): ChatSaid => ({ message_type: 'text', payload });

test('a message written as the server returns comes after those written while it was away', async () => {
  const stored: string[] = [];
  let up = false;
  const outbox: Outbox = new Outbox(
    {
      send: async (clientId, message) => {
        if (!up) throw new ApiError(NETWORK, 0);
        stored.push(String(message.payload));
        return { _id: clientId, createdAt: new Date().toISOString(), session_id: '1' };
      },
      upload: () => Promise.reject(new Error('nothing is attached')),
    },
    { changed: () => undefined, delivered: (item) => outbox.remove(item.clientId) },
  );
  outbox.say(words('first'));
  outbox.say(words('second'));
  await vi.runAllTimersAsync();
  expect(outbox.waits).toBe(true);

  up = true;
  outbox.say(words('third'));
  outbox.retry();
  await vi.runAllTimersAsync();
  expect(stored).toEqual(['first', 'second', 'third']);
  expect(outbox.items).toEqual([]);
});
