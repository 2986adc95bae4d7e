import type { KeptCopy, Proposal, RetentionJob, RetentionRule } from '@/console/api/contract';
import { ago, ahead, makeMember, makeProposal, OPERATOR } from './fixtures';
import { on, refuse } from './server';

const erasure = (changes: Partial<Proposal>): Proposal =>
  makeProposal({
    action: 'member.erase',
    subject: 'm81',
    amount: null,
    says: 'the member is erased: what the house need not keep goes',
    facts: [{ name: 'state', kind: 'state', before: 'closed', after: 'erased' }],
    reason: 'It asked for it in the chat of its account.',
    evidence: 'ข้อความในแชตวันที่ 20/11/2026 เวลา 14:05',
    expiresAt: ahead(60 * 24 * 6),
    ...changes,
  });

/** One that waits for a second person, and one that waits for its date. */
export const makeErasures = (): Proposal[] => [
  erasure({ id: 'e1', proposedBy: OPERATOR.name, may: ['withdrawProposal'] }),
  erasure({
    id: 'e2',
    state: 'scheduled',
    subject: 'm77',
    member: makeMember({
      id: 'm77',
      name: 'Maximilian Alexander von Habsburg-Lothringen Wongsakorn',
      phone: '089-xxx-0001',
      state: 'closed',
    }),
    approvedBy: 'nok.s',
    effectiveAt: ahead(60 * 24 * 5),
    expiresAt: null,
    may: ['stopProposal'],
  }),
];

const job = (name: string, changes: Partial<RetentionJob> = {}): RetentionJob => ({
  name,
  lastAt: ago(25),
  error: null,
  doneAt: ago(25),
  late: false,
  ...changes,
});

const RULES: RetentionRule[] = [
  { name: 'books', days: null, ends: 'never', due: null, jobs: [], tables: ['account', 'transfer', 'entry'] },
  { name: 'account', days: null, ends: 'erasure', due: null, jobs: [], tables: ['member', 'member_holder'] },
  {
    name: 'payments',
    days: 1826,
    ends: 'job',
    due: { rows: 10_000, more: true },
    jobs: [job('old documents of payments', { error: 'failed', doneAt: ago(60 * 60), late: true })],
    tables: ['inflow', 'slip', 'withdrawal'],
  },
  {
    name: 'slips',
    days: 180,
    ends: 'job',
    due: { rows: 12, more: false },
    jobs: [job('old slips')],
    tables: ['slip', 'blob'],
  },
  {
    name: 'codes',
    days: 7,
    ends: 'job',
    due: { rows: 0, more: false },
    jobs: [job('old codes', { lastAt: null, doneAt: null })],
    tables: ['otp'],
  },
  { name: 'decisions', days: null, ends: 'never', due: null, jobs: [], tables: ['proposal', 'audit'] },
  { name: 'house', days: null, ends: 'leaving', due: null, jobs: [], tables: ['operator'] },
];

const COPY: Pick<KeptCopy, 'data' | 'page' | 'until'> = {
  data: '/export/now.m81.th.1/data.json',
  page: '/export/now.m81.th.1/page.html',
  until: ago(-5),
};

/** The data that is kept of people; `asked` are the requests to erase somebody. */
export function personHandlers(asked: Proposal[] = []) {
  return [
    on('get', '/api/retention', () => RULES),
    on('post', '/api/member/{id}/export', ({ params, body }) => {
      if ((body.reason ?? '').length < 3) throw refuse(400, 'REASON_REQUIRED');
      return { message: 'SUCCESS' as const, says: '', facts: [], subject: String(params.id), ...COPY };
    }),
    on('post', '/api/member/{id}/erase', ({ params, body }) => {
      if (!body.evidence) throw refuse(400, 'EVIDENCE_REQUIRED', { what: 'consent' });
      asked.push(erasure({ id: 'e9', proposedBy: OPERATOR.name, may: ['withdrawProposal'] }));
      return { message: 'PROPOSED' as const, says: '', facts: [], subject: String(params.id) };
    }),
  ];
}
