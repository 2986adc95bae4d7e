import { expect, test, vi } from 'vitest';
import { createSignal, createStore } from './store';

test('a listener is called for each different value, and no more once it has unsubscribed', () => {
  const store = createStore(1);
  const heard = vi.fn(() => store.get());
  const leave = store.subscribe(heard);
  store.set(2);
  store.set(2);
  expect(heard.mock.results.map(({ value }) => value)).toEqual([2]);
  leave();
  store.set(3);
  expect(heard).toHaveBeenCalledOnce();
  expect(store.get()).toBe(3);
});

test('a signal reaches all listeners, however often it is sent', () => {
  const { tell, subscribe } = createSignal();
  const [one, other] = [vi.fn(), vi.fn()];
  const leave = subscribe(one);
  subscribe(other);
  tell();
  leave();
  tell();
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2]);
});
