import type { NoticeTarget, Notification } from '@/console/api/contract';
import { ago, ahead } from './fixtures';
import { on, refuse } from './server';

const target = (name: string, changes: Partial<NoticeTarget>): NoticeTarget => ({
  name,
  kind: 'webhook',
  events: [],
  lastAt: ago(4),
  failingSince: null,
  may: ['tryNotificationTarget'],
  ...changes,
});

const makeTargets = (): NoticeTarget[] => [
  target('chiefs', { kind: 'line', events: ['queue.late', 'alarm.begun', 'system.stopped'] }),
  target('ops-channel', { kind: 'slack', lastAt: null }),
  target('duty', { kind: 'mail', events: ['coverage.low', 'quarantine.begun'] }),
  target('pager', { failingSince: ago(18), lastAt: ago(60 * 26) }),
];

const told = (place: number, changes: Partial<Notification>): Notification => ({
  id: `5d1c0e7a-9b3f-82c8-a6d0-a1b2c3d4e5${10 + place}`,
  event: 'alarm.begun',
  at: ago(place * 7 + 2),
  kind: 'statement',
  of: null,
  target: 'chiefs',
  state: 'done',
  tries: 1,
  dueAt: null,
  endAt: ago(place * 7 + 1),
  last: null,
  may: [],
  ...changes,
});

const makeTold = (): Notification[] => [
  told(0, {
    event: 'try',
    kind: null,
    target: 'pager',
    state: 'due',
    dueAt: ahead(2),
    endAt: null,
    tries: 3,
    last: 'webhook: HTTP 503',
  }),
  told(1, { event: 'queue.late', kind: 'withdrawal' }),
  told(2, { event: 'proposal.waits', kind: 'operator.add' }),
  told(3, {
    event: 'system.stopped',
    kind: 'provider:joker',
    target: 'pager',
    state: 'dead',
    last: 'webhook: HTTP 410: notice: the target refuses it for good',
    may: ['repeatNotification'],
  }),
  told(4, { kind: 'budget', of: 'house:bonus' }),
  told(5, { event: 'secret.changed', kind: 'secret.passkey', target: 'ops-channel' }),
];

/** A house with a target of each kind, one of which takes nothing. */
export function noticeHandlers() {
  const rows = makeTold();
  return [
    on('get', '/api/notification/target', makeTargets),
    on('get', '/api/notification', ({ query }) => {
      const [event, to, state] = ['event', 'target', 'state'].map((name) => query.get(name));
      const fits = (row: Notification) =>
        (!event || row.event === event) && (!to || row.target === to) && (!state || row.state === state);
      return { items: rows.filter(fits), next: null, asOf: ago(0), from: 'primary' as const };
    }),
    on('post', '/api/notification/target/{name}/try', ({ params, body }) => {
      if ((body.reason ?? '').length < 3) throw refuse(400, 'REASON_REQUIRED');
      rows.unshift(told(rows.length, { event: 'try', kind: null, target: String(params.name), at: ago(0) }));
      return { message: 'SUCCESS' as const };
    }),
    on('post', '/api/notification/{id}/again', ({ params }) => {
      const row = rows.find(({ id, state }) => id === params.id && state === 'dead');
      if (!row) throw refuse(404, 'NO_DATA');
      Object.assign(row, { state: 'due', dueAt: ahead(0), endAt: null, may: [] });
      return { message: 'SUCCESS' as const };
    }),
  ];
}
