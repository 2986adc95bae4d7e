import { errorText } from '@/shared/api/error-text';
import { loadTexts } from '@/shared/i18n';
import { vibrate } from '@/shared/lib/haptics';

/** SPEC.md §9: toasts stay for 4 s. */
export const TOAST_MS = 4000;

export type ToastKind = 'success' | 'error' | 'info';

let mounted: Promise<typeof import('./toaster')> | undefined;

/** The toasts' code is loaded with the first toast. */
async function show(kind: ToastKind, text: string) {
  if (kind !== 'info') vibrate(kind);
  mounted ??= import('./toaster');
  (await mounted).showToast(kind, text);
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
