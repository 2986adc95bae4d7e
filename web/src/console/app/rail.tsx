import { useQuery } from '@tanstack/react-query';
import { Link, NavLink } from 'react-router';
import type { KindCount, Me } from '@/console/api/contract';
import { countsQuery } from '@/console/features/queue/queries';
import { LOCALE_NAMES, LOCALES, useI18n } from '@/console/i18n';
import { Button, IconButton } from '@/console/kit/button';
import { Choice } from '@/console/kit/choice';
import { useHouse } from '@/console/kit/house';
import { Icon } from '@/console/kit/icon';
import { Kbd } from '@/console/kit/kbd';
import { Mark } from '@/console/kit/mark';
import { THEMES, useChosenTheme } from '@/console/kit/theme';
import { sectionsOf, THEME_FACES } from './sections';
import { useAccount } from './session';

const NONE: readonly KindCount[] = [];

/** What waits in the queue. Hints say when it changes, and the queue's own page asks again: the menu asks for nothing by itself. */
const railCountsQuery = { ...countsQuery, refetchInterval: false as const };

interface Props {
  me: Me;
  /** On a phone it is in a menu, which has the house's name above it. */
  inMenu?: boolean;
  onSearch(): void;
  onKeys(): void;
}

/** The parts of the console, and the operator's own account. */
export function Rail({ me, inMenu = false, onSearch, onKeys }: Props) {
  const { t } = useI18n();
  const { name } = useHouse();
  const counts = useQuery(railCountsQuery).data ?? NONE;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 px-3 pb-3">
      {!inMenu && (
        <p className="flex items-center gap-2.5 px-2 text-m font-semibold">
          <Mark />
          <span className="truncate">{name}</span>
        </p>
      )}
      <button
        type="button"
        onClick={onSearch}
        className="target flex items-center gap-2 rounded-m border border-control px-2.5 text-left text-t2 hover:text-t1"
      >
        <Icon name="search" size="s" />
        <span className="min-w-0 flex-1 truncate">{t('shell.search')}</span>
        <Kbd>/</Kbd>
      </button>
      <nav aria-label={t('nav.label')} className="min-h-0 flex-1 overflow-y-auto">
        <ul className="grid gap-0.5">
          {sectionsOf(me).map(({ path, name: key, icon, waiting }) => (
            <li key={path}>
              <NavLink
                to={path}
                className="target flex items-center gap-2.5 rounded-m px-2.5 text-t2 hover:bg-s2 hover:text-t1 aria-[current=page]:bg-s2 aria-[current=page]:font-semibold aria-[current=page]:text-t1"
              >
                <Icon name={icon} />
                <span className="min-w-0 flex-1 truncate">{t(key)}</span> <Waiting count={waiting?.(me, counts) ?? 0} />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <AccountBox me={me} onKeys={onKeys} />
    </div>
  );
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-gold px-1.5 text-center text-xs font-semibold text-ongold tabular-nums">
      {count > 99 ? '99+' : count}
    </span>
  );
}

function AccountBox({ me: { operator }, onKeys }: Pick<Props, 'me' | 'onKeys'>) {
  const { t, locale } = useI18n();
  const theme = useChosenTheme();
  const { chooseLocale, chooseTheme, signOut } = useAccount();
  return (
    <section aria-label={t('shell.account')} className="grid gap-2 border-t border-line pt-3">
      <div className="flex items-center gap-2 px-2">
        <div className="min-w-0 flex-1">
          <Link
            to="/me"
            title={t('shell.own')}
            className="target flex items-center truncate font-semibold hover:underline"
          >
            {operator.name}
          </Link>
          <p className="text-xs text-t2">{t(`role.${operator.role}`)}</p>
        </div>
        <IconButton icon="keyboard" label={t('keys.title')} onClick={onKeys} />
      </div>
      <Choice
        label={t('language.label')}
        value={locale}
        options={LOCALES.map((value) => ({ value, lang: value, name: LOCALE_NAMES[value] }))}
        onChange={chooseLocale}
      />
      <Choice
        label={t('theme.label')}
        value={theme}
        options={THEMES.map((value) => ({
          value,
          name: t(`theme.${value}`),
          face: <Icon name={THEME_FACES[value]} size="s" />,
        }))}
        onChange={chooseTheme}
      />
      <Button variant="ghost" icon="logout" onClick={signOut}>
        {t('shell.signOut')}
      </Button>
    </section>
  );
}
