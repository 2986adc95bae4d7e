import { type SheetName, useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Spinner } from '@/shared/ui/spinner';
import { useRefreshGames, useRefreshing } from '../queries';

const SHEETS: readonly { sheet: SheetName; text: PlainKey; icon: IconName; main?: boolean }[] = [
  { sheet: 'deposit', text: 'home.deposit', icon: 'down', main: true },
  { sheet: 'withdraw', text: 'home.withdraw', icon: 'up' },
  { sheet: 'transfer', text: 'home.transfer', icon: 'swap' },
];

/** What a member came for, the next step in gold. */
export function Actions() {
  const { t } = useI18n();
  const sheet = useSheet();
  const refresh = useRefreshGames();
  const refreshing = useRefreshing();
  return (
    <ul className="grid grid-cols-4 gap-y-4">
      {SHEETS.map(({ sheet: name, text, icon, main }) => (
        <li key={name}>
          <Tile text={t(text)} main={main ?? false} onClick={() => sheet.open(name)}>
            <Icon name={icon} />
          </Tile>
        </li>
      ))}
      <li>
        <Tile text={t('home.refreshAll')} disabled={refreshing} onClick={() => refresh.mutate()}>
          {refreshing ? <Spinner /> : <Icon name="refresh" />}
        </Tile>
      </li>
    </ul>
  );
}

interface TileProps {
  text: string;
  main?: boolean;
  disabled?: boolean;
  onClick(): void;
  children: React.ReactNode;
}

function Tile({ text, main, disabled, onClick, children }: TileProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="grid w-full justify-items-center gap-1.5 rounded-m py-1 text-center text-xs text-t2 transition-transform duration-120 active:scale-[.98]"
    >
      <span className={`grid size-13 place-items-center rounded-l ${main ? 'bg-gold text-ongold' : 'bg-s2 text-t1'}`}>
        {children}
      </span>
      {text}
    </button>
  );
}
