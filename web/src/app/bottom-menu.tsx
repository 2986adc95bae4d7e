import { NavLink, useLocation } from 'react-router';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { PATHS } from '@/shared/paths';
import { Icon, type IconName } from '@/shared/ui/icon';

const BAR = 'fixed inset-x-0 bottom-0 z-(--z-index-nav) border-t border-line bg-s1 pb-[env(safe-area-inset-bottom)]';
const ITEM =
  'grid min-h-15 w-full place-items-center content-center gap-0.5 px-0.5 pt-1 text-center text-xs text-t2 transition-colors duration-120 hover:text-t1 aria-[current=page]:text-gold';

interface Item {
  to: string;
  text: PlainKey;
  icon: IconName;
}

function Tab({ to, text, icon }: Item) {
  const { t } = useI18n();
  return (
    <NavLink to={to} className={ITEM}>
      <Icon name={icon} />
      {t(text)}
    </NavLink>
  );
}

export function PublicMenu() {
  const { t } = useI18n();
  const items: Item[] = [
    { to: PATHS.login, text: 'nav.home', icon: 'home' },
    { to: PATHS.register, text: 'nav.register', icon: 'user-plus' },
    { to: PATHS.howto, text: 'nav.howto', icon: 'play' },
    { to: PATHS.contact, text: 'nav.contact', icon: 'chat' },
  ];
  return (
    <nav aria-label={t('nav.label')} className={BAR}>
      <ul className="mx-auto flex max-w-[560px]">
        {items.map((item) => (
          <li key={item.to} className="flex-1">
            <Tab {...item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Profile, conditions (a sheet), home raised in the middle, statement, contact. */
export function MemberMenu() {
  const { t } = useI18n();
  const sheet = useSheet();
  return (
    <nav aria-label={t('nav.label')} className={BAR}>
      <ul className="mx-auto grid max-w-[560px] grid-cols-5">
        <li>
          <Tab to={PATHS.profile} text="nav.profile" icon="user" />
        </li>
        <li>
          <button type="button" className={ITEM} onClick={() => sheet.open('conditions')}>
            <Icon name="scroll" />
            {t('nav.conditions')}
          </button>
        </li>
        <li>
          <HomeDisc />
        </li>
        <li>
          <Tab to={PATHS.statement} text="nav.statement" icon="list" />
        </li>
        <li>
          <Tab to={PATHS.memberContact} text="nav.contact" icon="chat" />
        </li>
      </ul>
    </nav>
  );
}

function HomeDisc() {
  const { t } = useI18n();
  const here = useLocation().pathname === PATHS.home;
  return (
    <NavLink
      to={PATHS.home}
      className="relative grid min-h-15 content-end justify-items-center text-xs text-t2 aria-[current=page]:text-gold"
    >
      <span
        className={`absolute -top-5 grid size-14 place-items-center rounded-full border-4 border-s1 ${here ? 'bg-gold text-ongold' : 'bg-s3 text-gold'}`}
      >
        <Icon name="home" />
      </span>
      <span className="pb-1.5">{t('nav.home')}</span>
    </NavLink>
  );
}
