import { call } from '@/console/decision/call';

/** Has a day compared with its provider again. */
export const COMPARE_DAY = call('/api/reconcile/{provider}/{day}', {
  name: 'days.again',
  does: 'days.again.does',
  letter: 'c',
  fields: {},
});
