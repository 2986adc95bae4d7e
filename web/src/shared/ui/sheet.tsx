import { Drawer } from '@base-ui/react/drawer';
import { Fragment, type ReactNode } from 'react';
import { useAcceptsTaps } from '@/shared/hooks/use-accepts-taps';
import { useOnline } from '@/shared/hooks/use-online';
import { useI18n } from '@/shared/i18n';
import { Icon } from './icon';
import { useSheetState } from './sheet-state';

interface Props {
  title: string;
  /** One line under the title. */
  lead?: ReactNode;
  /** The action: stays visible while the content scrolls. */
  footer?: ReactNode;
  /** Art behind the head of the sheet. */
  art?: ReactNode;
  /** Wide sheets hold tables and videos on desktops. */
  wide?: boolean;
  /** The maximum height of a sheet, whatever its content: for content that changes under the finger. */
  tall?: boolean;
  children: ReactNode;
}

/** A panel from below on phones, in the middle from 640 px. Swipe, Back, Escape and a tap outside close it. */
export function Sheet({ title, lead, footer, art, wide, tall, children }: Props) {
  const { t } = useI18n();
  const { open, drawn, close, closed, Frame = Fragment, over } = useSheetState();
  const acceptsTaps = useAcceptsTaps(open && drawn);
  return (
    <Drawer.Root
      open={open && drawn}
      onOpenChange={(next, { reason }) => {
        if (!next && (acceptsTaps || reason !== 'outside-press')) close();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) closed();
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-(--z-index-sheet) bg-ink opacity-[calc(.75*(1-var(--drawer-swipe-progress,0)))] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-(--z-index-sheet) flex items-end justify-center sm:items-center sm:p-6">
          <Drawer.Popup
            className={`relative flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-xl border border-line bg-s1 outline-none transition-[transform,opacity] duration-250 ease-out [transform:translateY(var(--drawer-swipe-movement-y))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 data-swiping:select-none sm:rounded-xl sm:data-ending-style:opacity-0 sm:data-ending-style:[transform:translateY(24px)] sm:data-starting-style:opacity-0 sm:data-starting-style:[transform:translateY(24px)] ${wide ? 'sm:max-w-[720px]' : 'sm:max-w-[480px]'} ${tall ? 'h-[92dvh] sm:h-[min(760px,92dvh)]' : ''} ${acceptsTaps ? '' : 'pointer-events-none'}`}
          >
            {art && <div className="absolute inset-x-0 top-0 h-40 overflow-hidden">{art}</div>}
            <header className="relative shrink-0 px-5 pt-3 pb-2">
              <div className="mx-auto mb-2 h-1 w-10 rounded-full bg-control sm:invisible" />
              <div className="flex items-start gap-3">
                <div className="min-w-0 flex-1 pt-1.5">
                  <Drawer.Title className="text-xl font-semibold">{title}</Drawer.Title>
                  {lead && <Drawer.Description className="text-s text-t2">{lead}</Drawer.Description>}
                </div>
                <Drawer.Close
                  aria-label={t('sheet.close')}
                  className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full text-t2 hover:text-t1"
                >
                  <Icon name="cross" size="m" />
                </Drawer.Close>
              </div>
              <Offline />
            </header>
            {/* A scrolling area must be reachable by the keyboard, even if it is only text. */}
            <Drawer.Content
              tabIndex={0}
              className={`relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 ${footer ? 'pb-4' : 'pb-[max(20px,env(safe-area-inset-bottom))]'}`}
            >
              <Frame>{children}</Frame>
            </Drawer.Content>
            {footer && (
              <footer className="relative grid shrink-0 gap-2 border-t border-line px-5 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
                {footer}
              </footer>
            )}
            {over}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** The page's own message about the network is hidden below the sheet. */
function Offline() {
  const { t } = useI18n();
  if (useOnline()) return null;
  return (
    <p role="status" className="mt-1 flex items-start gap-2 text-s text-gold">
      <span className="mt-0.75">
        <Icon name="offline" size="s" />
      </span>
      {t('offline.bar')}
    </p>
  );
}
