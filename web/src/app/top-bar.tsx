import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useSignOut } from '@/features/auth/sign-out';
import { LOCALE_NAMES, useI18n } from '@/shared/i18n';
import { PATHS } from '@/shared/paths';
import { IconButton } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';

const LanguageMenu = lazy(() => import('@/shared/ui/language-menu'));
const Confirm = lazy(() => import('@/shared/ui/confirm'));

/** The member's top bar: name, language, logout. */
export function TopBar() {
  const { t } = useI18n();
  return (
    <header className="sticky top-0 z-(--z-index-nav) border-b border-line/60 bg-ink">
      <div className="mx-auto flex h-14 max-w-[992px] items-center gap-1 pr-2 pl-4">
        <Link to={PATHS.home} className="min-w-0 flex-1 truncate py-2 text-m font-semibold text-gold">
          {t('app.name')}
        </Link>
        <Language />
        <Logout />
      </div>
    </header>
  );
}

/** The menu's code comes with the first tap; until then a button of the same shape stands there. */
function Language() {
  const { t, locale } = useI18n();
  const [wanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={`${t('language.choose')}: ${LOCALE_NAMES[locale]}`}
      onClick={() => setWanted(true)}
      className="inline-flex min-h-11 items-center gap-1 rounded-full px-3 text-s text-t2 hover:text-t1"
    >
      <span aria-hidden="true">{locale.toUpperCase()}</span>
      <Icon name="chevron-down" size="s" />
    </button>
  );
  return wanted ? (
    <Suspense fallback={button}>
      <LanguageMenu defaultOpen />
    </Suspense>
  ) : (
    button
  );
}

function Logout() {
  const { t } = useI18n();
  const [asked, setAsked] = useState(false);
  const [asking, setAsking] = useState(false);
  const signOut = useSignOut();
  return (
    <>
      <IconButton
        icon="logout"
        label={t('logout.label')}
        onClick={() => {
          setAsked(true);
          setAsking(true);
        }}
      />
      {asked && (
        <Suspense fallback={null}>
          <Confirm
            open={asking}
            title={t('logout.title')}
            action={t('logout.action')}
            pending={signOut.isPending}
            onConfirm={() => signOut.mutate()}
            onCancel={() => setAsking(false)}
          >
            {t('logout.text')}
          </Confirm>
        </Suspense>
      )}
    </>
  );
}
