import { describe, expect, test } from 'vitest';
import { makeMessage } from '@/testing/chat-factories';
import { freshOf, merge, type Outgoing, reaches, rowsOf, stillOut } from './thread';

const at = (id: string, minute: number, over = {}) =>
  makeMessage({ _id: id, createdAt: `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`, ...over });
const ids = (messages: { _id: string }[]) => messages.map(({ _id }) => _id).join('');
const out = (clientId: string, over: Partial<Outgoing> = {}): Outgoing => ({
  clientId,
  message: { message_type: 'text', payload: clientId },
  status: 'sending',
  at: '2026-11-20T13:00:00.000Z',
  part: 0,
  tries: 0,
  ...over,
});

describe('merging', () => {
  const known = [at('c', 3), at('d', 4)];
  test.each([
    ['a newer one', [at('e', 5)], false, 'cde'],
    ['one that is known', [at('d', 4)], false, 'cd'],
    ['a page before, overlapping', [at('a', 1), at('b', 2), at('c', 3)], true, 'abcd'],
    ['one that came late', [at('x', 3, { createdAt: '2026-11-20T12:03:30.000Z' })], false, 'cxd'],
    ['an older one of the same time', [at('b', 3)], true, 'bcd'],
    ['a newer one of the same time', [at('e', 4)], false, 'cde'],
    ['nothing', [], false, 'cd'],
  ])('%s', (_, incoming, older, expected) => {
    expect(ids(merge(known, incoming, older))).toBe(expected);
  });

  test('a message comes before its answer, though the answer arrived first', () => {
    const answer = at('b', 1, { sender: 'other' });
    expect(ids(merge([answer], [at('a', 1, { sender: 'customer' })]))).toBe('ab');
  });
});

test.each([
  ['nothing known', '', 'abcdefghij', true],
  ['the page is the last one', 'ab', 'xyz', true],
  ['they overlap', 'ab', 'bcdefghijk', true],
  ['a gap', 'ab', 'cdefghijkl', false],
])('whether a page reaches what is known: %s', (_, known, page, expected) => {
  const list = (letters: string) => [...letters].map((id) => at(id, 1));
  expect(reaches(list(known), list(page), page.length === 10)).toBe(expected);
});

test('a message that came back by any way is no longer pending', () => {
  const outbox = [out('one'), out('two')];
  expect(stillOut(outbox, [at('a', 1, { clientId: 'one' })])).toEqual([outbox[1]]);
  expect(stillOut(outbox, [at('a', 1)])).toBe(outbox);
});

test('fresh messages are the house’s since then', () => {
  const known = [at('b', 2)];
  const incoming = [
    at('a', 1, { sender: 'other' }),
    at('b', 2, { sender: 'other' }),
    at('c', 3, { sender: 'other' }),
    at('d', 4, { sender: 'customer' }),
  ];
  expect(ids(freshOf(known, incoming))).toBe('c');
});

describe('rows', () => {
  const kinds = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).map(({ kind }) => kind);

  test('a change of session ends a conversation', () => {
    const messages = [at('a', 1), at('b', 2, { session_id: 'two' }), at('c', 3, { session_id: 'two' })];
    expect(kinds(messages, [])).toEqual(['day', 'message', 'end', 'message', 'message']);
  });

  test('a message of an unknown session ends nothing', () => {
    expect(kinds([at('a', 1), at('b', 2, { session_id: '' }), at('c', 3)], [])).not.toContain('end');
  });

  test('every day has its date', () => {
    expect(kinds([at('a', 1), at('b', 2, { createdAt: '2026-11-22T12:00:00.000Z' })], [])).toEqual([
      'day',
      'message',
      'day',
      'message',
    ]);
  });

  test('pending messages are at the end, and keep their key when they are confirmed', () => {
    const [, , before] = rowsOf([at('a', 1)], [out('mine')]);
    const [, , after] = rowsOf([at('a', 1), at('b', 2, { clientId: 'mine' })], []);
    expect([before?.kind, after?.kind]).toEqual(['out', 'message']);
    expect(before?.key).toBe(after?.key);
  });

  test('quick replies stay until the member answers', () => {
    const open = (...args: Parameters<typeof rowsOf>) =>
      rowsOf(...args).flatMap((row) => (row.kind === 'message' ? [row.open] : []));
    expect(open([at('a', 1), at('b', 2)], [])).toEqual([true, true]);
    expect(open([at('a', 1), at('b', 2, { sender: 'customer' }), at('c', 3)], [])).toEqual([false, false, true]);
    expect(open([at('a', 1)], [out('mine')])).toEqual([false]);
  });
});
