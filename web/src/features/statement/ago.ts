import type { Unit } from '@/shared/lib/time';

/** The texts of relative times, such as "2 minutes ago". */
export const AGO = {
  year: 'ago.year',
  month: 'ago.month',
  day: 'ago.day',
  hour: 'ago.hour',
  minute: 'ago.minute',
  second: 'ago.second',
} as const satisfies Record<Unit, string>;
