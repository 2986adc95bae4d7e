import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Calls } from './calls';
import { expect, type Product, test } from './product';

/** A fake product that gives these answers in turn, and records the idempotency keys of the requests. */
async function answering(...messages: string[]) {
  const keys: unknown[] = [];
  const server = createServer((question, answer) => {
    keys.push(question.headers['idempotency-key']);
    const message = messages[keys.length - 1];
    answer.writeHead(message === 'SUCCESS' ? 200 : 409, { 'Content-Type': 'application/json' });
    answer.end(JSON.stringify({ message }));
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { product: { app } as Product, keys, server };
}

test('set-up calls repeat what the product asks to repeat, with the same key', async ({ request }) => {
  const { product, keys, server } = await answering('TRY_AGAIN', 'IDEMPOTENCY_IN_PROGRESS', 'SUCCESS', 'SUCCESS');
  const calls = new Calls(request, product);
  expect(await calls.post('/api/wallet/transfer', {})).toEqual({ message: 'SUCCESS' });
  await calls.post('/api/wallet/transfer', {});
  expect(keys).toHaveLength(4);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  server.close();
});

test('any other refusal fails the set-up at once', async ({ request }) => {
  const { product, keys, server } = await answering('INVALID_AMOUNT', 'SUCCESS');
  await expect(new Calls(request, product).post('/api/wallet/transfer', {})).rejects.toThrow('INVALID_AMOUNT');
  expect(keys).toHaveLength(1);
  server.close();
});
