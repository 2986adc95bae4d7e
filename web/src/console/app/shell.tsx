import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Me } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { IconButton } from '@/console/kit/button';
import { useQuestion } from '@/console/kit/confirmation';
import { Dialog } from '@/console/kit/dialog';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { KindsProvider, OperatorProvider } from '@/console/kit/operator';
import { Rail } from './rail';
import { RestoredBanner } from './restored-banner';
import { sectionsOf } from './sections';
import { usePreference } from './session';

const Palette = lazy(() => import('./palette'));
const KeyList = lazy(() => import('./key-list'));
const ConfirmDialog = lazy(() => import('./confirm-dialog'));

type Over = 'menu' | 'palette' | 'keys' | undefined;

/** What surrounds every page of somebody who is signed in: the menu, the palette, the keys. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const { t } = useI18n();
  const { name } = useHouse();
  const navigate = useNavigate();
  const { key: place } = useLocation();
  const [over, setOver] = useState<{ what: Over; place: string }>();
  const question = useQuestion();
  const parts = useMemo(() => sectionsOf(me), [me]);
  usePreference(me);
  // A menu belongs to the page that it was opened on.
  const open = over?.place === place ? over.what : undefined;
  const show = (what: Over) => setOver({ what, place });
  const close = () => show(undefined);

  useKeys({
    'mod+k': () => show(open === 'palette' ? undefined : 'palette'),
    '/': () => show('palette'),
    '?': () => show('keys'),
    ...Object.fromEntries(parts.map(({ path, letter }) => [`g ${letter}`, () => navigate(path)])),
  });

  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[232px_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only z-(--z-index-toast) rounded-m bg-gold px-4 py-2 text-ongold focus:not-sr-only focus:fixed focus:top-2 focus:left-2 print:hidden"
      >
        {t('shell.skip')}
      </a>
      <header className="sticky top-0 z-(--z-index-bar) flex items-center gap-1 border-b border-line bg-s1 px-2 py-1 lg:hidden print:hidden">
        <IconButton icon="menu" label={t('nav.open')} onClick={() => show('menu')} />
        <p className="min-w-0 flex-1 truncate px-1 font-semibold">{name}</p>
        <IconButton icon="search" label={t('shell.search')} onClick={() => show('palette')} />
      </header>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-s1 pt-4 lg:flex print:hidden">
        <Rail me={me} onSearch={() => show('palette')} onKeys={() => show('keys')} />
      </aside>
      <main
        id="content"
        tabIndex={-1}
        className="flex min-w-0 flex-1 flex-col outline-none lg:h-dvh print:block print:h-auto"
      >
        <RestoredBanner />
        <OperatorProvider value={me.operator}>
          <KindsProvider value={me.preference?.kinds ?? []}>{children}</KindsProvider>
        </OperatorProvider>
      </main>
      <Dialog open={open === 'menu'} title={name} place="side" onClose={close}>
        <Rail me={me} inMenu onSearch={() => show('palette')} onKeys={() => show('keys')} />
      </Dialog>
      <Suspense>
        {open === 'palette' && <Palette parts={parts} onClose={close} onKeys={() => show('keys')} />}
        {open === 'keys' && <KeyList parts={parts} onClose={close} />}
        {question && <ConfirmDialog key={question.decision} question={question} />}
      </Suspense>
    </div>
  );
}
