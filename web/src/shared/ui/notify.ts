import { errorText } from '@/shared/api/error-text';
import { loadTexts } from '@/shared/i18n';
import { vibrate } from '@/shared/lib/haptics';

/** SPEC.md §9: toasts stay for 4 s. */
export const TOAST_MS = 4000;

export type ToastKind = 'success' | 'error' | 'info';

/** The toasts' code is loaded with the first toast, or ahead: the word about a lost network can't wait for one. */
const toaster = () => import('./toaster');

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
  /** An error's own words. */
  failure: (error: unknown) =>
    void loadTexts('errors')
      .catch(() => undefined)
      .then(() => show('error', errorText(error))),
};
