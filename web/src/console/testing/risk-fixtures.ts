import type { RiskGroup, TiedMember } from '@/console/api/contract';
import { ago, makeMember } from './fixtures';
import { on } from './server';

const SOMYING = makeMember();
const SOMCHAI = makeMember({ id: '7Q2KD0M4XW9T', name: 'สมชาย ใจดี', phone: '089-xxx-0012' });
const MALEE = makeMember({ id: '3FZ8N1C6RB5Y', name: 'มาลี ศรีสุขสวัสดิ์วงศ์ไพบูลย์', phone: '086-xxx-7745' });

const GROUPS: readonly RiskGroup[] = [
  { by: 'holder', key: 'a1'.repeat(32), strength: 'strong', members: 2, first: [SOMYING, SOMCHAI] },
  { by: 'payer', key: 'b2'.repeat(32), strength: 'strong', members: 3, first: [SOMYING, SOMCHAI, MALEE] },
  { by: 'device', key: 'c3'.repeat(32), strength: 'medium', members: 2, first: [SOMCHAI, MALEE] },
  { by: 'address', key: '203.0.113.7', strength: 'weak', members: 1000, first: [SOMYING, SOMCHAI, MALEE] },
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

const page = <Row>(items: Row[]) => ({ items, next: null, asOf: ago(0), from: 'primary' as const });

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
  on('get', '/api/risk/group/{by}/{key}', () =>
    page([tied(SOMYING, 4, 12_400), tied(SOMCHAI, 1, 1_000), tied(MALEE, 2, 128_500)]),
  ),
];
