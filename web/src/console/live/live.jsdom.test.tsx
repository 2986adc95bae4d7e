import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { again } from './again';
import { type Connection, keepLive } from './live';
import type { Hint } from './topics';

/** A connection of a test: what was sent over it, and a way to hear something. */
class Line implements Connection {
  active = true;
  sent: string[] = [];
  connects = 0;
  ended = false;
  private heard = new Map<string, (hint: Hint) => void>();
  on(event: string, heard: (hint: Hint) => void) {
    this.heard.set(event, heard);
  }
  emit(event: string, topics: readonly string[]) {
    this.sent.push(`${event} ${topics.join()}`);
  }
  connect() {
    this.connects++;
  }
  disconnect() {
    this.ended = true;
  }
  hears(event: string, hint: Hint = {}) {
    this.heard.get(event)?.(hint);
  }
}

let client: QueryClient;
let line: Line;
let stop: () => void;
const asked: Record<string, number> = {};

/** Shows a query on the screen until the returned function is called. */
function show(...queryKey: string[]) {
  const name = queryKey.join();
  const queryFn = () => {
    asked[name] = (asked[name] ?? 0) + 1;
    return 1;
  };
  return new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => undefined);
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  for (const name of Object.keys(asked)) delete asked[name];
  client = new QueryClient();
  client.setQueryData(['me'], { operator: { name: 'nok' } });
  line = new Line();
  stop = keepLive(client, async () => line);
  await pass(0);
});

afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
});

test('What is on the screen is watched, and follows the page', async () => {
  const leave = show('queue', 'list');
  expect(line.sent).toEqual([]);
  line.hears('connect');
  expect(line.sent).toEqual(['watch queue']);
  leave();
  show('chat', 'one', 'k7');
  expect(line.sent.at(-1)).toBe('watch chat,chat:k7');
});

test('A hint reads at once, and many hints once a second', async () => {
  show('queue', 'list');
  line.hears('connect');
  await pass(1_000);
  const before = asked['queue,list'] ?? 0;
  line.hears('queue', { id: 'w1', change: 'claimed', by: 'mai' });
  await pass(0);
  expect(asked['queue,list']).toBe(before + 1);
  for (let n = 0; n < 50; n++) line.hears('queue', { id: `w${n}`, change: 'new' });
  await pass(999);
  expect(asked['queue,list']).toBe(before + 1);
  await pass(1);
  expect(asked['queue,list']).toBe(before + 2);
  await pass(10_000);
  expect(asked['queue,list']).toBe(before + 2);
});

test('A hint reads what it is about, and nothing else', async () => {
  show('chat', 'one', 'k7');
  show('chat', 'one', 'k8');
  show('brake');
  line.hears('connect');
  await pass(1_000);
  const before = { ...asked };
  line.hears('chat', { id: 'k7', change: 'message' });
  await pass(0);
  expect(asked['chat,one,k7']).toBe((before['chat,one,k7'] ?? 0) + 1);
  expect(asked['chat,one,k8']).toBe(before['chat,one,k8']);
  expect(asked.brake).toBe(before.brake);
});

test('After a break everything is read again, and asked as often as without hints', async () => {
  show('today');
  line.hears('connect');
  await pass(1_000);
  expect(again(10_000)()).toBe(60_000);
  const before = asked.today ?? 0;
  line.hears('disconnect');
  await pass(0);
  expect(asked.today).toBe(before + 1);
  expect(again(10_000)()).toBe(10_000);
  line.hears('connect');
  await pass(1_000);
  expect(asked.today).toBe(before + 2);
  expect(line.sent.at(-1)).toMatch(/^watch alarm,brake,queue,today$/);
});

test('What the server ended is tried again, and whoever signs out hears nothing more', async () => {
  line.hears('connect');
  line.active = false;
  line.hears('disconnect');
  await pass(5_000);
  expect(line.connects).toBe(1);
  client.setQueryData(['me'], null);
  expect(line.ended).toBe(true);
});
