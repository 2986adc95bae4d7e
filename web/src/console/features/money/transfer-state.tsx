import type { BookTransfer } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { State } from '@/console/kit/state';

const TONES = { pending: 'gold', posted: 'jade', voided: 'grey' } as const;

/** How a transfer stands, in a word. */
export function TransferState({ state }: Pick<BookTransfer, 'state'>) {
  const { t } = useI18n();
  return <State tone={TONES[state]}>{t(`money.state.${state}`)}</State>;
}
