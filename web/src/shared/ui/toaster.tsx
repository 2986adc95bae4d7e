import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import { Icon } from './icon';
import { TOAST_MS } from './notify';

const LOOK = 'flex w-full items-start gap-3 rounded-m border border-line bg-s2 p-3.5 text-s text-t1';

let host: HTMLElement | undefined;

/** Toasts live beside #root, above sheets; top centre, because the thumb and the menu are at the bottom. */
function mount() {
  if (host?.isConnected) return;
  host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(
    <Toaster
      position="top-center"
      visibleToasts={2}
      duration={TOAST_MS}
      offset={16}
      mobileOffset={12}
      style={{ zIndex: 'var(--z-index-toast)', fontFamily: 'inherit' }}
      icons={{
        success: (
          <span className="text-jade">
            <Icon name="check" size="m" />
          </span>
        ),
        error: (
          <span className="text-coral">
            <Icon name="alert" size="m" />
          </span>
        ),
        info: (
          <span className="text-sky">
            <Icon name="info" size="m" />
          </span>
        ),
      }}
      toastOptions={{ unstyled: true, classNames: { toast: LOOK, content: 'min-w-0 flex-1', icon: 'shrink-0 mt-px' } }}
    />,
  );
}

export function showToast(kind: 'success' | 'error' | 'info', text: string) {
  mount();
  toast[kind](text, { duration: TOAST_MS });
}
