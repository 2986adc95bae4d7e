import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useI18n } from '@/console/i18n';
import { IconButton } from './button';

interface Props {
  open: boolean;
  title: string;
  children: ReactNode;
  onClose(): void;
  /** Where it stands: a question in the middle, the menu at the side. */
  place?: 'middle' | 'side';
}

const PLACES = {
  middle:
    'inset-x-4 top-[max(16px,12dvh)] mx-auto max-h-[76dvh] max-w-[460px] rounded-xl border data-starting-style:scale-98 data-ending-style:scale-98',
  side: 'inset-y-0 left-0 w-[min(300px,86vw)] border-r data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
};

/** Something over the page that keeps the focus, until Escape or a press outside closes it. */
export function Dialog({ open, title, children, onClose, place = 'middle' }: Props) {
  const { t } = useI18n();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-(--z-index-sheet) bg-scrim/60 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={`fixed z-(--z-index-sheet) flex flex-col overflow-hidden border-line bg-s1 outline-none transition duration-150 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0 ${PLACES[place]}`}
        >
          <div className="flex items-center justify-between gap-2 px-4 pt-3 pb-1">
            <Base.Title className="min-w-0 truncate text-m font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton icon="cross" label={t('nav.close')} />} />
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
