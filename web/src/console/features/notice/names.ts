import { lookUp } from '@/console/i18n';

/** What a target can be told (OPERATOR-API.md, section 15). */
export const EVENTS = [
  'queue.late',
  'proposal.waits',
  'alarm.begun',
  'alarm.ended',
  'system.stopped',
  'operator.changed',
  'secret.changed',
  'liability.made',
  'coverage.low',
  'quarantine.begun',
  'try',
] as const;

/** An event's name; a newer server's is its code. */
export const eventName = (event: string) => lookUp(`event.${event}`) ?? event;
