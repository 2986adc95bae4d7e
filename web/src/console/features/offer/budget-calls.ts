import { api, unwrap } from '@/console/api/client';
import type { paths } from '@/console/api/contract';
import type { Call } from '@/console/decision/call';

type BodyOf<P extends '/api/budget/{account}' | '/api/budget/{account}/alarm'> =
  paths[P]['put']['requestBody']['content']['application/json'];

/** What chiefs decide about the house's budgets, by the ids of the calls. */
export const BUDGET_CALLS = {
  setBudget: {
    name: 'call.setBudget',
    does: 'offer.budgetWaits',
    letter: 'b',
    fields: { left: { kind: 'amount', name: 'form.left' } },
    send: (account, header, body) =>
      unwrap(
        api.PUT('/api/budget/{account}', {
          params: { path: { account: String(account) }, header },
          body: body as BodyOf<'/api/budget/{account}'>,
        }),
      ),
  },
  setBudgetAlarm: {
    name: 'call.setBudgetAlarm',
    letter: 'a',
    fields: { alarm: { kind: 'amount', name: 'form.alarm' } },
    send: (account, header, body) =>
      unwrap(
        api.PUT('/api/budget/{account}/alarm', {
          params: { path: { account: String(account) }, header },
          body: body as BodyOf<'/api/budget/{account}/alarm'>,
        }),
      ),
  },
} satisfies Record<string, Call>;
