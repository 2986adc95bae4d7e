import type { Fact, Me, MemberRef, Operator, Proposal, Ways } from '@/console/api/contract';

const MINUTE = 60_000;
export const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
export const ahead = (minutes: number) => ago(-minutes);

export const OPERATOR: Operator = {
  name: 'somchai.p',
  role: 'chief',
  active: true,
  effectiveAt: '2026-01-05T02:00:00.000Z',
  member: null,
};

export const WAYS: Ways = {
  ways: ['password'],
  oidc: null,
  demo: null,
  house: 'Krapao',
  zone: 'Asia/Bangkok',
};

export const DEMO: NonNullable<Ways['demo']> = [
  { name: 'somchai', role: 'chief' },
  { name: 'malee', role: 'cashier' },
];

export const makeMe = (changes: Partial<Me> = {}): Me => ({
  operator: OPERATOR,
  may: ['listAudit', 'keepPreference'],
  session: { id: 's1', idleUntil: ahead(30), endsAt: ahead(700) },
  preference: null,
  waiting: { mine: 0, proposals: 5 },
  confirmedUntil: null,
  limits: { confirmOver: 5000, assignOver: 5000, unsettledOver: 1000, withdrawOver: 50_000 },
  ...changes,
});

export const makeMember = (changes: Partial<MemberRef> = {}): MemberRef => ({
  id: 'm81',
  name: 'สมหญิง ใจดี',
  phone: '081-xxx-4567',
  state: 'active',
  flags: [],
  ...changes,
});

const fact = (name: string, before: string | null, after: string): Fact => ({ name, kind: 'text', before, after });

export const makeProposal = (changes: Partial<Proposal> = {}): Proposal => ({
  id: 'p1',
  action: 'withdrawal.approve',
  subject: 'kp8f3m2q7x1w9ta',
  member: makeMember(),
  amount: 128_500,
  says: 'The withdrawal is sent to SCB xxx-x-x4321 with the next payouts.',
  facts: [
    { name: 'state', kind: 'state', before: 'review', after: 'sending' },
    fact('wallet', '฿128,500.00 reserved', '฿128,500.00 to be sent'),
  ],
  reason: 'Played for three weeks; deposits are all by its own account.',
  evidence: '',
  state: 'open',
  fingerprint: 'f1',
  proposedBy: 'malee.k',
  proposedAt: ago(12),
  expiresAt: ahead(1428),
  approvedBy: null,
  effectiveAt: null,
  endedBy: null,
  endedAt: null,
  outcome: null,
  may: ['approveProposal', 'rejectProposal'],
  ...changes,
});

const DECIDES = ['approveProposal', 'rejectProposal'];

/** What this operator proposed, and what became of it. */
const makeEnded = (): Proposal[] => {
  const own = { proposedBy: OPERATOR.name, proposedAt: ago(2900), expiresAt: ago(1460), may: [] };
  return [
    makeProposal({
      ...own,
      id: 'p21',
      state: 'rejected',
      endedBy: 'malee.k',
      endedAt: ago(1700),
      outcome: 'The account on the slip is not the one that she registered. Ask her for the bank’s own confirmation.',
    }),
    makeProposal({
      ...own,
      id: 'p22',
      action: 'adjustment',
      subject: 'm77',
      amount: 750,
      member: makeMember({ id: 'm77', name: 'Maximilian Alexander von Habsburg-Lothringen Wongsakorn' }),
      state: 'stale',
      endedBy: 'nok.s',
      endedAt: ago(1800),
      outcome: 'wallet: ฿4,310.75 → ฿3,060.75',
    }),
    makeProposal({
      ...own,
      id: 'p23',
      action: 'unmatched.assign',
      subject: 'SCB1 20261122-00417',
      member: makeMember({ id: 'm90', name: 'ບຸນມີ ແສງສະຫວັນ' }),
      state: 'expired',
      endedAt: ago(1460),
    }),
  ];
};

/** One of each kind that a chief meets in a morning. */
export const makeInbox = (): Proposal[] => [
  makeProposal({ id: 'p2', proposedAt: ago(1500), expiresAt: ago(60), amount: 61_200, may: ['rejectProposal'] }),
  makeProposal(),
  makeProposal({
    id: 'p3',
    action: 'unmatched.assign',
    subject: 'SCB1 20261122-00417',
    amount: 9_300.5,
    member: makeMember({ id: 'm90', name: 'ບຸນມີ ແສງສະຫວັນ' }),
    says: 'The deposit goes to the member’s wallet. It can be withdrawn after 24 hours.',
    facts: [
      fact('member', null, 'ບຸນມີ ແສງສະຫວັນ · 020-xxx-1188'),
      { name: 'payerIs', kind: 'state', before: null, after: 'unproven' },
    ],
    reason: 'The member sent the slip in the chat; time and amount are the line’s.',
    evidence: 'Slip of 22/11/2026 09:14, conversation c-2291',
    proposedAt: ago(41),
    may: DECIDES,
  }),
  makeProposal({
    id: 'p4',
    action: 'adjustment',
    subject: 'm77',
    amount: -1_250,
    member: makeMember({ id: 'm77', name: 'Maximilian Alexander von Habsburg-Lothringen Wongsakorn' }),
    says: '฿1,250.00 is taken from the wallet into the account adjustment.',
    facts: [fact('wallet', '฿4,310.75', '฿3,060.75')],
    reason: 'Credited twice by hand on 21/11, as case 5582 shows.',
    evidence: 'Case 5582',
    proposedAt: ago(95),
    may: DECIDES,
  }),
  makeProposal({
    id: 'p5',
    action: 'operator.add',
    subject: 'nok.s',
    member: null,
    amount: null,
    says: 'nok.s may act 30 minutes after the approval.',
    facts: [fact('role', null, 'cashier'), fact('member', null, 'none')],
    reason: 'Begins on Monday.',
    proposedAt: ago(180),
    expiresAt: ahead(9900),
    may: DECIDES,
  }),
  makeProposal({
    id: 'p6',
    action: 'content.bonus',
    subject: 'bonus',
    member: null,
    amount: null,
    says: '3 changes of the content in bonus',
    facts: [
      fact('bonus.bonuses.WELCOME100.matchPercent', '100', '120'),
      fact('bonus.bonuses.WELCOME100.cap', '1000', '2000'),
      fact('bonus.bonuses.WELCOME100.from', '', '2026-12-01T00:00:00+07:00'),
    ],
    reason: 'December’s offers, as agreed on the 20th.',
    proposedBy: 'somchai.p',
    proposedAt: ago(320),
    expiresAt: ahead(9760),
    may: ['withdrawProposal'],
  }),
  ...makeEnded(),
];
