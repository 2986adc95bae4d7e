import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Item, ItemDetail, Kind, ProposalDetail } from '@/console/api/contract';

type Opens = (id: string) => Promise<ItemDetail>;

const arrival: Opens = (id) => unwrap(api.GET('/api/arrival/{id}', { params: { path: { id } } }));
const gameCase: Opens = (id) => unwrap(api.GET('/api/case/{id}', { params: { path: { id } } }));
const withdrawal: Opens = (reference) =>
  unwrap(api.GET('/api/withdrawal/{reference}', { params: { path: { reference } } }));

const proposal =
  (kind: 'proposal' | 'erasure'): Opens =>
  async (id) =>
    ofProposal(kind, await unwrap(api.GET('/api/proposal/{id}', { params: { path: { id } } })));

/** How an item of each kind is opened (OPERATOR-API.md, section 6). A kind that is missing has no detail. */
const OPENS: Partial<Record<Kind, Opens>> = {
  withdrawal,
  payout: withdrawal,
  slip: (id) => unwrap(api.GET('/api/slip/{id}', { params: { path: { id } } })),
  declared: (reference) => unwrap(api.GET('/api/declared/{reference}', { params: { path: { reference } } })),
  unmatched: arrival,
  held: arrival,
  link: (reference) => unwrap(api.GET('/api/link/{reference}', { params: { path: { reference } } })),
  line: (id) => unwrap(api.GET('/api/line/{id}', { params: { path: { id } } })),
  unsettled: gameCase,
  case: gameCase,
  receivable: (member) => unwrap(api.GET('/api/receivable/{member}', { params: { path: { member } } })),
  reversal: (id) => unwrap(api.GET('/api/reversal/{id}', { params: { path: { id } } })),
  holder: (id) => unwrap(api.GET('/api/holder/{id}', { params: { path: { id } } })),
  import: (id) => unwrap(api.GET('/api/quarantine/case/{id}', { params: { path: { id } } })),
  erasure: proposal('erasure'),
  proposal: proposal('proposal'),
};

export const hasDetail = (kind: string) => kind in OPENS;

/** An opened item is what was looked at: it is read again when the operator asks, or when a decision says that it changed. */
export const detailQuery = ({ kind, id }: Pick<Item, 'kind' | 'id'>) =>
  queryOptions({
    queryKey: ['item', kind, id],
    queryFn: () => OPENS[kind]?.(id),
    staleTime: Number.POSITIVE_INFINITY,
  });

function ofProposal(kind: 'proposal' | 'erasure', shown: ProposalDetail): ItemDetail {
  const { id, member, amount, state, changed, fingerprint, may, now, action, subject, proposedBy, reason } = shown;
  const text = (name: string, after: string) => ({ name, kind: 'text' as const, before: null, after });
  return {
    kind,
    id,
    member,
    amount,
    state,
    why: changed ? ['changed'] : [],
    seen: fingerprint,
    claim: null,
    may,
    choices: may.map((call) => ({ call, two: false, evidence: null })),
    facts: [
      { name: 'action', kind: 'action', before: null, after: action },
      text('subject', subject),
      text('proposedBy', proposedBy),
      text('proposedReason', reason),
      ...now,
    ],
    picture: null,
    related: null,
    candidates: [],
    lines: [],
    earlier: [],
    devices: [],
  };
}
