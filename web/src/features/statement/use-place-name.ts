import { useQuery } from '@tanstack/react-query';
import { walletQuery } from '@/features/wallet/queries';
import { useI18n } from '@/shared/i18n';
import { WALLET } from '@/shared/lib/places';

/** A name for a statement's `from` and `to`: the wallet, a game's name, or the bank's code as it is. */
export function usePlaceName(): (code: string) => string {
  const { t } = useI18n();
  const wallet = useQuery(walletQuery);
  return (code) => {
    if (code === WALLET) return t('wallet.name');
    if (code === 'BONUS') return t('statement.bonus');
    const game = wallet.data?.slots.find((slot) => slot.code === code);
    return game?.name ?? code;
  };
}
