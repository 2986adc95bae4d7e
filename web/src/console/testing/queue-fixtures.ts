import type { Item, KindCount } from '@/console/api/contract';
import { detailHandlers, makeDetail } from './detail-fixtures';
import { ago, ahead, OPERATOR } from './fixtures';
import { on, refuse } from './server';

export const makeItem = (changes: Partial<Item> = {}): Item => ({
  kind: 'withdrawal',
  id: 'kp8f3m2q7x1w9ta',
  member: { id: 'm81', name: 'สมหญิง ใจดี', phone: '081-xxx-4567', state: 'active', flags: [] },
  amount: 12_500,
  title: 'A withdrawal in review',
  since: ago(21),
  due: ago(6),
  late: true,
  claim: null,
  ...changes,
});

/** What waits on a morning: late, claimed, in time, and without a promise. */
export const makeQueue = (): Item[] => [
  makeItem(),
  makeItem({
    kind: 'slip',
    id: '4821',
    amount: 900,
    title: 'A slip whose payer has another name',
    since: ago(14),
    due: ago(4),
    claim: { by: 'malee.k', until: ahead(7) },
  }),
  makeItem({
    kind: 'unmatched',
    id: 'SCB1 20261122-00417',
    member: null,
    amount: 9300.5,
    title: 'Money that nobody has claimed',
    since: ago(300),
    due: ahead(1140),
    late: false,
  }),
  makeItem({
    kind: 'proposal',
    id: 'p1',
    amount: 128_500,
    title: 'withdrawal.approve, proposed by malee.k',
    since: ago(12),
    due: ahead(18),
    late: false,
  }),
  makeItem({
    kind: 'receivable',
    id: 'm77',
    member: {
      id: 'm77',
      name: 'Maximilian Alexander von Habsburg-Lothringen Wongsakorn',
      phone: '089-xxx-0001',
      state: 'active',
      flags: [],
    },
    amount: 1_250,
    title: 'Owed after a reversal',
    since: null,
    due: null,
    late: false,
  }),
];

/** The queue of a house: it remembers who has what. */
export function queueHandlers(queue: Item[] = makeQueue()) {
  const find = (kind: unknown, id: unknown) => {
    const found = queue.find((item) => item.kind === kind && item.id === id);
    if (!found) throw refuse(404, 'NO_DATA');
    return found;
  };
  const mine = (item: Item) => item.claim?.by === OPERATOR.name;
  const take = (item: Item) => {
    item.claim = { by: OPERATOR.name, until: ahead(10) };
    return item.claim;
  };
  const detailOf = (item: Item) => (item.kind === 'chat' ? null : makeDetail(item));
  const nextOf = (kinds: readonly string[], skip: readonly string[]) => {
    const item = queue.find(
      (one) => !one.claim && (kinds.length === 0 || kinds.includes(one.kind)) && !skip.includes(one.id),
    );
    if (item) take(item);
    return item;
  };
  return [
    ...detailHandlers(queue, (skip) => nextOf([], skip)),
    on('get', '/api/queue', ({ query }) => ({
      items: queue.filter(
        (item) =>
          (!query.get('kind') || query.getAll('kind').includes(item.kind)) &&
          (!query.get('mine') || mine(item)) &&
          (!query.get('free') || !item.claim) &&
          (!query.get('late') || item.late),
      ),
      next: null,
      asOf: new Date().toISOString(),
      from: 'primary' as const,
    })),
    on('get', '/api/queue/count', () => countsOf(queue, mine)),
    on('post', '/api/queue/next', ({ body }) => {
      const item = nextOf(body.kinds, body.skip);
      return { item: item ?? null, detail: item ? detailOf(item) : null };
    }),
    on('post', '/api/queue/{kind}/{id}/claim', ({ params, body }) => {
      const item = find(params.kind, params.id);
      if (item.claim && !mine(item) && !body.take) throw refuse(409, 'CLAIMED', { ...item.claim });
      take(item);
      return { item, detail: detailOf(item) };
    }),
    on('post', '/api/queue/{kind}/{id}/release', ({ params }) => {
      find(params.kind, params.id).claim = null;
      return { message: 'SUCCESS' as const };
    }),
    on('post', '/api/queue/{kind}/{id}/assign', ({ params, body }) => {
      const item = find(params.kind, params.id);
      if (item.claim && !mine(item) && !body.take) throw refuse(409, 'CLAIMED', { ...item.claim });
      item.claim = { by: body.to, until: ahead(10) };
      return { message: 'SUCCESS' as const };
    }),
  ];
}

function countsOf(queue: readonly Item[], mine: (item: Item) => boolean): KindCount[] {
  return [...new Set(queue.map(({ kind }) => kind))].map((kind) => {
    const of = queue.filter((item) => item.kind === kind);
    return {
      kind,
      count: of.length,
      oldest: of[0]?.since ?? null,
      late: of.some(({ late }) => late),
      mine: of.filter(mine).length,
    };
  });
}
