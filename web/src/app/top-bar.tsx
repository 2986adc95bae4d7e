import { useState } from 'react';
import { Link } from 'react-router';
import { useSignOut } from '@/features/auth/sign-out';
import { SessionClock } from '@/features/protection/session-clock';
import { useI18n } from '@/shared/i18n';
import { PATHS } from '@/shared/paths';
import { IconButton } from '@/shared/ui/button';
import { LanguageMenu } from '@/shared/ui/language-menu';
import { Question } from '@/shared/ui/question';

/** The member's top bar: name, how long it has been here, language, logout. */
export function TopBar() {
  const { t } = useI18n();
  return (
    <header className="border-b border-line/60 bg-ink pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex h-14 max-w-[992px] items-center gap-1 pr-[max(8px,env(safe-area-inset-right))] pl-[max(16px,env(safe-area-inset-left))]">
        <Link to={PATHS.home} className="min-w-0 flex-1 truncate py-2 text-m font-semibold text-gold">
          {t('app.name')}
        </Link>
        <SessionClock />
        <LanguageMenu />
        <Logout />
      </div>
    </header>
  );
}

function Logout() {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const signOut = useSignOut();
  return (
    <>
      <IconButton icon="logout" label={t('logout.label')} onClick={() => setAsking(true)} />
      <Question
        open={asking}
        title={t('logout.title')}
        action={t('logout.action')}
        pending={signOut.isPending}
        onConfirm={() => signOut.mutate()}
        onCancel={() => setAsking(false)}
      >
        {t('logout.text')}
      </Question>
    </>
  );
}
