import { useQuery } from '@tanstack/react-query';
import type { ItemDetail } from '@/console/api/contract';
import type { Calls } from '@/console/decision/call';
import { PROPOSAL_CALLS } from '@/console/decision/proposal-calls';
import { WAITING_CALLS } from '@/console/decision/waiting-calls';
import { sectionQuery } from '@/console/kit/content';

const CALLS: Calls = { ...WAITING_CALLS, ...PROPOSAL_CALLS };
const CONFIRM = 'confirmDeclared';
const { confirmDeclared } = WAITING_CALLS;

/** An account of the house, as the content has it. */
interface Account {
  code?: unknown;
  bankCode?: unknown;
  source?: unknown;
}

/**
 * The decisions of the queue. Who confirms a declared transfer chooses the account from the house's own: those whose statement
 * nobody reads but a person. Until they are known, it is typed.
 */
export function useCalls(detail: ItemDetail | undefined): Calls {
  const query = useQuery({
    ...sectionQuery('depositAccounts'),
    enabled: detail?.choices.some(({ call }) => call === CONFIRM) ?? false,
  });
  const codes = query.data && codesOf(query.data.body);
  if (!codes?.length) return CALLS;
  const account = { kind: 'code', name: 'field.account', codes } as const;
  return { ...CALLS, [CONFIRM]: { ...confirmDeclared, fields: { ...confirmDeclared.fields, account } } };
}

function codesOf(body: unknown) {
  const accounts: readonly Account[] = Array.isArray(body) ? body : [];
  return accounts.flatMap(({ code, bankCode, source }) =>
    source === 'slip' && typeof code === 'string' ? [{ value: code, label: `${code} · ${String(bankCode)}` }] : [],
  );
}
