import type { DepositLookup } from '@/shared/api/wire';
import type { Channel } from './rules';

/** The props of each way to deposit. */
export interface PanelProps {
  lookup: DepositLookup;
  /** Shows another way. */
  choose(channel: Channel): void;
}
