import type { AskedCallout, RingMember, RiskGroup, TiedMember } from '@/console/api/contract';
import { ago, makeMember } from './fixtures';
import { on } from './server';

const SOMYING = makeMember();
const SOMCHAI = makeMember({ id: '7Q2KD0M4XW9T', name: 'สมชาย ใจดี', phone: '089-xxx-0012' });
const MALEE = makeMember({ id: '3FZ8N1C6RB5Y', name: 'มาลี ศรีสุขสวัสดิ์วงศ์ไพบูลย์', phone: '086-xxx-7745' });

const GROUPS: readonly RiskGroup[] = [
  { by: 'holder', key: 'a1'.repeat(32), strength: 'strong', members: 2, lately: null, first: [SOMYING, SOMCHAI] },
  { by: 'payer', key: 'b2'.repeat(32), strength: 'strong', members: 3, lately: 2, first: [SOMYING, SOMCHAI, MALEE] },
  { by: 'device', key: 'c3'.repeat(32), strength: 'medium', members: 2, lately: null, first: [SOMCHAI, MALEE] },
  { by: 'address', key: '203.0.113.7', strength: 'weak', members: 1000, lately: 41, first: [SOMYING, SOMCHAI, MALEE] },
];

const tied = (member: TiedMember['member'], times: number, deposits: number): TiedMember => ({
  member,
  times,
  amount: times * 1_250.5,
  since: ago(60 * 24 * 12),
  last: ago(90),
  deposits,
  withdrawals: deposits * 0.75,
  bonus: 300,
});

const ringMember = (member: RingMember['member'], depth: number, deposits: number): RingMember => ({
  member,
  depth,
  deposits,
  withdrawals: deposits * 0.75,
  bonus: 300,
});

const page = <Row>(items: Row[]) => ({ items, next: null, asOf: ago(0), from: 'primary' as const });

const asked = (verdict: AskedCallout['verdict'], minutes: number, says = ''): AskedCallout => ({
  reference: `kp8f3m2q7x1w${minutes}`,
  member: minutes > 50 ? MALEE : SOMYING,
  amount: minutes * 125,
  bank: 'SCB',
  state: verdict === 'allow' ? 'paid' : 'review',
  askedAt: ago(minutes),
  tries: verdict === 'none' ? 14 : 1,
  verdict,
  says,
  answeredAt: verdict === 'none' || verdict === 'asked' ? null : ago(minutes),
});

const ASKED = [
  asked('asked', 1),
  asked('allow', 9),
  asked('refuse', 48, 'the account is on a list of mules'),
  asked('none', 61),
  asked('review', 700, 'third withdrawal of the day'),
];

/** A house with a group of each kind. */
export const riskHandlers = () => [
  on('get', '/api/risk/group', ({ query }) => {
    const [by, member, size] = ['by', 'member', 'size'].map((name) => query.get(name));
    return page(
      GROUPS.filter(
        (group) =>
          (!by || group.by === by) &&
          (!member || group.first.some(({ id }) => id === member)) &&
          group.members >= Number(size ?? 2),
      ),
    );
  }),
  on('get', '/api/risk/ring', () =>
    page([
      { inviter: { ...SOMYING, flags: ['watch'] }, invitees: 1000, linked: 12, earned: 48_200.5, deposits: 1_310_000 },
      { inviter: MALEE, invitees: 3, linked: 2, earned: 0, deposits: 600 },
    ]),
  ),
  on('get', '/api/risk/ring/{inviter}', () => page([ringMember(SOMCHAI, 1, 300), ringMember(MALEE, 2, 912_300.5)])),
  on('get', '/api/risk/velocity', () =>
    page([
      { member: { ...SOMCHAI, flags: ['watch'] }, times: 31, amount: 412_000, played: 1_250 },
      { member: MALEE, times: 9, amount: 90_000.5, played: 64_000 },
    ]),
  ),
  on('get', '/api/risk/threshold', () =>
    page([
      { member: SOMYING, deposits: 2_412_000, withdrawals: 1_900_500.25 },
      { member: MALEE, deposits: 640_000, withdrawals: 910_000 },
    ]),
  ),
  on('get', '/api/risk/callout', ({ query }) => {
    const verdict = query.get('verdict');
    return page(ASKED.filter((one) => !verdict || one.verdict === verdict));
  }),
  on('get', '/api/risk/group/{by}/{key}', () =>
    page([tied(SOMYING, 4, 12_400), tied(SOMCHAI, 1, 1_000), tied(MALEE, 2, 128_500)]),
  ),
];
