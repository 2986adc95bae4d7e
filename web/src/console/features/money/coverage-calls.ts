import { api, unwrap } from '@/console/api/client';
import type { Decision, paths } from '@/console/api/contract';
import { type Call, call, type Field } from '@/console/decision/call';

type Balance = paths['/api/report/liability/balance/{system}']['put']['requestBody']['content']['application/json'];

/** Keeps a report of now. */
export const MAKE_LIABILITY = call('/api/report/liability', {
  name: 'liability.make',
  does: 'liability.make.does',
  letter: 'm',
  fields: {},
});

/** Enters what a bank's statement says. The type of the fields is the contract's. */
export const ENTER_BALANCE: Call = {
  name: 'coverage.enter',
  does: 'coverage.enter.does',
  letter: 'e',
  fields: {
    amount: { kind: 'amount', name: 'coverage.enter.amount' },
    at: { kind: 'time', name: 'coverage.enter.at' },
  } satisfies Record<Exclude<keyof Balance, keyof Decision>, Field>,
  send: (system, header, body) =>
    unwrap(
      api.PUT('/api/report/liability/balance/{system}', {
        params: { path: { system: String(system) }, header },
        body: body as Balance,
      }),
    ),
};

/** Nobody else has to agree; what the bank's statement says is the evidence. */
export const choiceOf = (name: string, evidence: string | null = null) => ({ call: name, two: false, evidence });
