import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { loadTexts, setLocale } from '@/shared/i18n';
import { makeMessage } from '@/testing/chat-factories';
import { MessageList } from './components/message-list';
import type { Talk, TalkState } from './talk';
import type { Outgoing } from './thread';

/** The list in a real engine, where it scrolls. The test makes its conversation, and records the list's requests. */
let root: Root;
let asked: { older: number; bottom: boolean[] };
const talk = {
  scrolled: (atBottom: boolean) => asked.bottom.push(atBottom),
  loadOlder: () => {
    asked.older += 1;
  },
} as unknown as Talk;

const message = (n: number, over = {}) =>
  makeMessage({
    _id: `m${n}`,
    createdAt: new Date(Date.UTC(2026, 10, 20, 12) + n * 1000).toISOString(),
    // Of different heights, so that a wrong row is noticed.
    message: { message_type: 'text', payload: `message ${n} ${'ข้อความยาว '.repeat((((n % 7) + 7) % 7) * 4)}` },
    ...over,
  });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => message(from + i));

let state: TalkState;
function draw(over: Partial<TalkState> = {}) {
  state = { ...state, ...over };
  root.render(
    <div style={{ display: 'flex', flexDirection: 'column', height: 480, width: 340 }}>
      <MessageList talk={talk} state={state} onLook={() => undefined} />
    </div>,
  );
}

beforeEach(async () => {
  await setLocale('en');
  await loadTexts('chat', 'errors');
  asked = { older: 0, bottom: [] };
  state = {
    messages: range(0, 30),
    outbox: [],
    history: 'ready',
    error: undefined,
    more: true,
    older: false,
    connection: 'joined',
    unread: 0,
    heard: undefined,
    typing: false,
  };
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
  draw();
  await expect.element(page.getByText(/^message 29 /)).toBeInTheDocument();
});
afterEach(() => root.unmount());

const box = () => page.getByRole('log').element() as HTMLElement;
const topOf = (n: number) =>
  Math.round(
    page
      .getByText(new RegExp(`^message ${n} `))
      .element()
      .getBoundingClientRect().top,
  );
const settled = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
async function scrollTo(top: number) {
  box().scrollTop = top;
  await settled();
}
const shown = (n: number) => expect.element(page.getByText(new RegExp(`^message ${n} `))).toBeInTheDocument();

test('begins at its bottom', () => {
  expect(box().scrollTop).toBe(0);
  const edge = box().getBoundingClientRect().bottom;
  const last = page
    .getByText(/^message 29 /)
    .element()
    .getBoundingClientRect().bottom;
  expect(edge - last).toBeLessThan(60);
});

test('a page of older messages loads without a jump', async () => {
  await scrollTo(-400);
  const before = [topOf(20), topOf(25)];
  draw({ messages: range(-10, 30) });
  await shown(-10);
  await settled();
  expect([topOf(20), topOf(25)]).toEqual(before);
});

test('new messages below do not move a member who has scrolled up', async () => {
  await scrollTo(-600);
  const before = [topOf(15), topOf(20)];
  draw({ messages: range(0, 31), unread: 1 });
  await shown(30);
  draw({ messages: range(0, 34), unread: 4 });
  await shown(33);
  await settled();
  expect([topOf(15), topOf(20)]).toEqual(before);
});

test('both at once do not move it either', async () => {
  await scrollTo(-600);
  const before = topOf(18);
  draw({ messages: range(-10, 35) });
  await shown(34);
  await shown(-10);
  await settled();
  expect(topOf(18)).toBe(before);
});

test('within 60 px of the bottom, a new message scrolls into view', async () => {
  for (const from of [0, -59]) {
    await scrollTo(from);
    draw({ messages: [...state.messages, message(state.messages.length)] });
    await shown(state.messages.length - 1);
    await settled();
    expect(box().scrollTop).toBe(0);
  }
});

test('one’s own message always does', async () => {
  await scrollTo(-600);
  const out: Outgoing = {
    clientId: 'mine',
    message: { message_type: 'text', payload: 'mine' },
    status: 'sending',
    at: '2026-11-20T13:00:00.000Z',
    part: 0,
    tries: 0,
  };
  draw({ outbox: [out] });
  await expect.element(page.getByText('mine')).toBeVisible();
  await settled();
  expect(box().scrollTop).toBe(0);
});

test('the banner counts what is unread and leads down', async () => {
  await scrollTo(-600);
  draw({ unread: 3 });
  await page.getByRole('button', { name: 'New messages: 3' }).click();
  await expect.poll(() => box().scrollTop).toBe(0);
  await expect.poll(() => asked.bottom.at(-1)).toBe(true);
});

test('reports whether it is within 60 px of the bottom', async () => {
  await scrollTo(-61);
  await expect.poll(() => asked.bottom.at(-1)).toBe(false);
  await scrollTo(-60);
  await expect.poll(() => asked.bottom.at(-1)).toBe(true);
});

test('asks for older messages near its top, and not before', async () => {
  await scrollTo(-300);
  expect(asked.older).toBe(0);
  await scrollTo(-(box().scrollHeight - box().clientHeight));
  await expect.poll(() => asked.older).toBeGreaterThan(0);
});

test('a first page that does not fill it loads the next by itself', async () => {
  draw({ messages: range(0, 1) });
  await expect.poll(() => asked.older).toBeGreaterThan(0);
});

test.each([
  ['is there', '/icon-512.png', () => page.getByRole('img', { name: 'a.png' })],
  ['is gone', '/nowhere.png', () => page.getByText('This file can’t be opened any more')],
])('a picture has the same place before and when it %s', async (_, filePath, picture) => {
  const payload = { message: '', url: false, fileType: 'image', filePath, name: 'a.png' };
  draw({ messages: [...range(0, 29), message(29, { message: { message_type: 'media', payload } })] });
  await expect.element(picture()).toBeInTheDocument();
  await expect.poll(() => [...document.images].every(({ complete }) => complete)).toBe(true);
  const place = page.getByRole('log').element().querySelector('li:last-child .h-42');
  expect(place?.getBoundingClientRect().height).toBe(168);
});
