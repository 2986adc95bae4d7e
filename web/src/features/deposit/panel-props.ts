import type { DepositLookup } from '@/shared/api/wire';
import type { Channel } from './rules';

/** What each way to put money in is given. */
export interface PanelProps {
  lookup: DepositLookup;
  /** Shows another way. */
  choose(channel: Channel): void;
}
