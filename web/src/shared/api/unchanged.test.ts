import { expect, test } from 'vitest';
import { unchanged } from './unchanged';

const ask = (url: string, token = 'a', body?: unknown) => {
  const asked = new Request(`http://wallet.test${url}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: token },
  });
  return { asked, known: unchanged(asked, body) };
};
const tagged = (tag: string, status = 200) => new Response(null, { status, headers: { ETag: tag } });

test('the same question names the tag of its last answer', () => {
  ask('/api/wallet').known.keep(tagged('"1"'), { wallet: 1 });
  const again = ask('/api/wallet');
  expect(again.asked.headers.get('If-None-Match')).toBe('"1"');
  expect(again.known.answer).toEqual({ wallet: 1 });
  again.known.keep(tagged('"2"'), { wallet: 2 });
  expect(ask('/api/wallet').known.answer).toEqual({ wallet: 2 });
});

test('another question, or another body, has its own answer', () => {
  ask('/api/statement', 'a', { page: 1 }).known.keep(tagged('"1"'), 'first page');
  expect(ask('/api/statement', 'a', { page: 2 }).known.answer).toBeUndefined();
  expect(ask('/api/wallet2').known.answer).toBeUndefined();
  expect(ask('/api/statement', 'a', { page: 1 }).known.answer).toBe('first page');
});

test('nothing is kept of an answer without a tag, of a refusal, or of another session', () => {
  ask('/api/a').known.keep(new Response(), 1);
  ask('/api/b').known.keep(tagged('"1"', 503), 1);
  const late = ask('/api/c');
  ask('/api/a', 'b').known.keep(tagged('"1"'), 'of b');
  late.known.keep(tagged('"1"'), 'of a, too late');
  expect(ask('/api/c', 'b').known.answer).toBeUndefined();
  for (const url of ['/api/a', '/api/b', '/api/c']) expect(ask(url, 'a').known.answer).toBeUndefined();
  expect(ask('/api/a', 'b').known.answer).toBeUndefined();
});

test('the oldest answers go', () => {
  for (let n = 0; n < 25; n++) ask(`/api/${n}`, 'c').known.keep(tagged('"1"'), n);
  expect(ask('/api/0', 'c').known.answer).toBeUndefined();
  expect(ask('/api/24', 'c').known.answer).toBe(24);
});
