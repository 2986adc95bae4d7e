import { type APIRequestContext, expect } from '@playwright/test';
import type { Product } from './product';

let decisions = 0;

/**
 * A decision as the console sends it, with the press by which the operator of a demo confirms it. The operator is the one who is
 * signed in where it is sent from, or has the session.
 */
export async function decides(
  from: APIRequestContext,
  product: Product,
  path: string,
  data: object,
  session: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as a page's script would
): Promise<any> {
  decisions += 1;
  const headers = {
    'X-Requested-With': 'krapao-operator',
    'Idempotency-Key': `decision-${process.pid}-${decisions}`,
    ...session,
  };
  const post = async (to: string, body: object, more = {}) =>
    (await from.post(`${product.console}/api${to}`, { data: body, headers: { ...headers, ...more } })).json();
  const refused = await post(path, data);
  if (refused.message !== 'CONFIRM_IDENTITY') return refused;
  const { ticket } = await post('/me/confirm', { decision: refused.params.decision, way: 'demo' });
  const { confirmation } = await post('/me/confirm/finish', { ticket });
  return post(path, data, { 'X-Confirmation': confirmation });
}

/** The session of an operator of the demo, as a shell has it. */
export async function sessionOf(
  from: APIRequestContext,
  product: Product,
  name: string,
): Promise<Record<string, string>> {
  const signed = await from.post(`${product.console}/api/signin/demo?as=token`, {
    data: { name },
    headers: { 'X-Requested-With': 'krapao-operator' },
  });
  expect(signed.ok(), await signed.text()).toBe(true);
  return { Authorization: `Bearer ${(await signed.json()).token}` };
}
