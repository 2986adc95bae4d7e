import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useWallet } from '@/features/wallet/queries';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { PATHS } from '@/shared/paths';
import type { PlainSheet } from '@/shared/sheets';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Spinner } from '@/shared/ui/spinner';
import { useRefreshGames, useRefreshing, wheelQuery } from '../queries';
import { Offers } from './offers';
import { SIGN, TILE, Tile } from './tile';

const SHEETS: readonly { sheet: PlainSheet; text: PlainKey; icon: IconName; main?: boolean }[] = [
  { sheet: 'deposit', text: 'home.deposit', icon: 'down', main: true },
  { sheet: 'withdraw', text: 'home.withdraw', icon: 'up' },
  { sheet: 'transfer', text: 'home.transfer', icon: 'swap' },
];

/** The main actions, with the next step in gold. */
export function Actions() {
  const { t } = useI18n();
  const sheet = useSheet();
  return (
    <ul className="grid grid-cols-4 gap-y-4 lg:grid-cols-7">
      {SHEETS.map(({ sheet: name, text, icon, main }) => (
        <li key={name}>
          <Tile text={t(text)} main={main ?? false} onClick={() => sheet.open(name)}>
            <Icon name={icon} />
          </Tile>
        </li>
      ))}
      <li>
        <WheelOrRefresh />
      </li>
      <Offers />
    </ul>
  );
}

/** The wheel with the member's coins, if there is one; otherwise the balances of all games (SPEC.md §2). */
function WheelOrRefresh() {
  const { t } = useI18n();
  const wheel = useQuery(wheelQuery);
  const refresh = useRefreshGames();
  const refreshing = useRefreshing();
  // Until it is known nothing can be tapped by mistake.
  if (wheel.isPending) return <span className={`${TILE} invisible`}>{t('home.wheel')}</span>;
  if (wheel.data?.active) return <WheelTile />;
  return (
    <Tile text={t('home.refreshAll')} disabled={refreshing} onClick={() => refresh.mutate()}>
      {refreshing ? <Spinner /> : <Icon name="refresh" />}
    </Tile>
  );
}

function WheelTile() {
  const { t } = useI18n();
  const coins = useWallet().data?.profile.coin ?? 0;
  return (
    <Link to={PATHS.spin} className={TILE}>
      <span className={`${SIGN} relative bg-s2 text-violet`}>
        <Icon name="wheel" />
        {coins > 0 && (
          <span className="absolute -top-1.5 -right-1.5 min-w-6 rounded-full bg-violet px-1.5 text-center font-semibold text-ink tabular-nums">
            {coins}
          </span>
        )}
      </span>
      {t('home.wheel')}
    </Link>
  );
}
