import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useI18n } from '@/shared/i18n';
import { Icon } from './icon';
import { useSheetState } from './sheet-state';

interface Props {
  title: string;
  /** Fills the rest of the panel, and scrolls by itself. */
  children: ReactNode;
  /** Handles Escape before the panel does; true if it was handled. */
  onEscape?(): boolean;
}

/**
 * A window of its own: the whole screen on phones; from 640 px a panel at the corner, and the page stays usable behind
 * it.
 */
export function Panel({ title, children, onEscape }: Props) {
  const { t } = useI18n();
  const { open, drawn, close, closed, over } = useSheetState();
  const corner = useCorner();
  const height = useVisibleHeight(!corner);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open={open && drawn}
      modal={!corner}
      disablePointerDismissal
      onOpenChange={(next, { reason }) => {
        if (next || (reason === 'escape-key' && onEscape?.())) return;
        close();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) closed();
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          // With a keyboard the member can write at once, or read; on phones the keyboard would cover the text.
          initialFocus={(by) => (by !== 'touch' && corner && popup.current?.querySelector('textarea')) || popup.current}
          style={height === undefined ? {} : { height }}
          className="fixed inset-x-0 top-0 z-(--z-index-sheet) flex h-dvh flex-col overflow-hidden bg-s1 outline-none transition-[transform,opacity] duration-250 ease-out data-ending-style:translate-y-full data-starting-style:translate-y-full sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-[calc(84px+env(safe-area-inset-bottom))] sm:h-[min(560px,calc(100dvh-100px))] sm:w-[380px] sm:rounded-xl sm:border sm:border-line sm:data-ending-style:translate-y-4 sm:data-ending-style:opacity-0 sm:data-starting-style:translate-y-4 sm:data-starting-style:opacity-0"
        >
          <header className="flex shrink-0 items-center gap-3 border-b border-line py-2 pt-[max(8px,env(safe-area-inset-top))] pr-2 pl-4">
            <Dialog.Title className="min-w-0 flex-1 text-m font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={t('sheet.close')}
              className="grid size-11 shrink-0 place-items-center rounded-full text-t2 hover:text-t1"
            >
              <Icon name="cross" size="m" />
            </Dialog.Close>
          </header>
          {children}
          {over}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Reports whether there is space for a panel beside the page. */
function useCorner(): boolean {
  const [query] = useState(() => matchMedia('(min-width: 640px)'));
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}

/** The height that an iPhone's keyboard leaves of the window, in px; its layout ignores the keyboard. */
function useVisibleHeight(on: boolean): number | undefined {
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const view = window.visualViewport;
    if (!on || !view) return;
    // When zoomed in, the window is larger than its visible part, which is intended.
    const measure = () => setHeight(view.scale === 1 ? view.height : undefined);
    measure();
    view.addEventListener('resize', measure);
    return () => {
      view.removeEventListener('resize', measure);
      setHeight(undefined);
    };
  }, [on]);
  return height;
}
