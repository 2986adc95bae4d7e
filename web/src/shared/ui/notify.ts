import { errorText } from '@/shared/api/error-text';
import { loadTexts } from '@/shared/i18n';
import { vibrate } from '@/shared/lib/haptics';
import type { ToastKind } from './toaster';

type Toaster = typeof import('./toaster');
let loaded: Toaster | undefined;

/**
 * The code of toasts is loaded with the first toast, or prefetched: a message about a lost network can't wait for a
 * network.
 */
async function toaster(): Promise<Toaster> {
  loaded ??= await import('./toaster');
  return loaded;
}

export const prefetchToasts = () => void toaster().catch(() => undefined);

async function show(kind: ToastKind, text: string) {
  if (kind !== 'info') vibrate(kind);
  (await toaster()).showToast(kind, text);
}

/** Short messages at the top of the screen. */
export const notify = {
  success: (text: string) => void show('success', text),
  info: (text: string) => void show('info', text),
  error: (text: string) => void show('error', text),
  /** Call it when the member has moved to another step or place, where earlier messages would cover its head. */
  moved: () => loaded?.leaveOld(),
  /** An error's own text. */
  failure: (error: unknown) =>
    void loadTexts('errors')
      .catch(() => undefined)
      .then(() => show('error', errorText(error))),
};
