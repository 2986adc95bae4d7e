import { errorText } from '@/shared/api/error-text';
import { loadTexts } from '@/shared/i18n';
import { vibrate } from '@/shared/lib/haptics';
import type { ToastKind } from './toaster';

type Toaster = typeof import('./toaster');
let loaded: Toaster | undefined;

/** The toasts' code is loaded with the first toast, or ahead: the word about a lost network can't wait for one. */
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
  /** The member has gone on to another step or place, where what was said before would lie over its head. */
  moved: () => loaded?.leaveOld(),
  /** An error's own words. */
  failure: (error: unknown) =>
    void loadTexts('errors')
      .catch(() => undefined)
      .then(() => show('error', errorText(error))),
};
