import type { HouseNode, HouseSetting } from '@/console/api/contract';
import { ago } from './fixtures';
import { on } from './server';

const nodes = (): HouseNode[] => [
  {
    number: 1,
    version: 'v0.9.0 4ae81b2',
    since: ago(60 * 30),
    seenAt: ago(0),
    runs: true,
    addresses: ['wallet1:8080', '127.0.0.1:8081'],
    jobs: [
      { name: 'statements', lastAt: ago(1), error: null },
      { name: 'reconcile', lastAt: ago(9), error: 'timeout' },
      { name: 'tallies', lastAt: ago(0), error: null },
    ],
    clock: 12,
  },
  {
    number: 2,
    version: 'v0.9.0 4ae81b2',
    since: ago(60 * 29),
    seenAt: ago(95),
    runs: false,
    addresses: ['wallet2:8080', '127.0.0.1:8081'],
    jobs: [],
    clock: -2400,
  },
];

const setting = (name: string, changes: Partial<HouseSetting>): HouseSetting => ({
  name,
  value: '',
  secret: false,
  from: 'default',
  since: ago(60 * 30),
  node: 1,
  differs: false,
  doc: 'What it is',
  ...changes,
});

const settings = (): HouseSetting[] => [
  setting('KRAPAO_ADDR', {
    value: '0.0.0.0:8080',
    from: 'environment',
    doc: 'Member listener: the app, its API, the socket, callbacks of gateways.',
  }),
  setting('KRAPAO_DATABASE_URL', { value: 'set', secret: true, from: 'file', doc: 'The database' }),
  setting('payout.secret', {
    value: 'set',
    secret: true,
    from: 'file',
    differs: true,
    doc: 'The secret that orders are signed with',
  }),
  setting('payout.secret', {
    value: 'set',
    secret: true,
    from: 'file',
    differs: true,
    node: 2,
    doc: 'The secret that orders are signed with',
  }),
  setting('callout.url', {
    from: 'default',
    doc: 'A system of the house’s own that is asked before an automatic payout',
  }),
  setting('content.withdraw', {
    value: '7',
    from: 'content',
    node: null,
    doc: 'The limits of withdrawals, and what sends them to review',
  }),
];

export const settingHandlers = () => [on('get', '/api/node', nodes), on('get', '/api/setting', settings)];
