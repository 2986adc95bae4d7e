import bonus from './bonus';
import invite from './invite';
import spin from './spin';

/** What members are offered: bonuses, refunds, invitations, the wheel. */
export default {
  ...bonus,
  ...invite,
  ...spin,
} as const;
