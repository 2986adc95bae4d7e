import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore, useStore } from '@/shared/lib/store';
import { Icon, type IconName } from './icon';

/** SPEC.md §9: toasts stay for 4 s. */
const TOAST_MS = 4000;

export type ToastKind = 'success' | 'error' | 'info';

/** Nobody reads more than two at once. */
const SHOWN = 2;

/** A toast this young belongs to the step that it led to: "sent" is shown as the sheet closes. */
const YOUNG_MS = 1000;

interface Toast {
  id: number;
  /** When it was last shown. */
  at: number;
  kind: ToastKind;
  text: string;
}

const LOOKS: Record<ToastKind, [IconName, string]> = {
  success: ['check', 'text-jade'],
  error: ['alert', 'text-coral'],
  info: ['info', 'text-sky'],
};

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;
let mounted = false;

/**
 * Shows a message. This is our own code, because the toast libraries write their style sheet into the page, which the
 * content security policy forbids.
 */
export function showToast(kind: ToastKind, text: string): void {
  mount();
  const others = toasts.get().filter((toast) => toast.text !== text);
  toasts.set([...others, { id: ++lastId, at: Date.now(), kind, text }].slice(-SHOWN));
}

/** Removes all of them: a test's toasts end with it. */
export const clearToasts = () => toasts.set([]);

/** Removes the toasts from before the member's next step: they would cover its head. */
export function leaveOld(): void {
  const now = Date.now();
  leave(({ at }) => now - at >= YOUNG_MS);
}

/** The member corrects the error, so its message is removed. */
const leaveErrors = () => leave(({ kind }) => kind === 'error');

const dismiss = (id: number) => leave((toast) => toast.id === id);

function leave(gone: (toast: Toast) => boolean) {
  const shown = toasts.get();
  if (shown.some(gone)) toasts.set(shown.filter((toast) => !gone(toast)));
}

/** Beside #root, above the sheets; top centre, because the thumb and the menu are at the bottom. */
function mount() {
  if (mounted) return;
  mounted = true;
  const host = document.createElement('div');
  document.body.append(host);
  document.addEventListener('input', leaveErrors);
  createRoot(host).render(<Toasts />);
}

/** The live region is always present, so that new content in it is announced; an open sheet does not silence it. */
function Toasts() {
  const shown = useStore(toasts);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 top-[max(12px,env(safe-area-inset-top))] z-(--z-index-toast) mx-auto grid max-w-[400px] gap-2"
    >
      {shown.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

/** Disappears after 4 s or at a tap; a pointer that rests on it keeps it. */
function Message({ toast: { id, kind, text } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, id]);
  const [icon, color] = LOOKS[kind];
  return (
    <button
      type="button"
      onClick={() => dismiss(id)}
      onPointerEnter={(event) => setHeld(event.pointerType === 'mouse')}
      onPointerLeave={() => setHeld(false)}
      className="pointer-events-auto flex w-full items-start gap-3 rounded-m border border-line bg-s2 p-3.5 text-left text-s text-t1 transition-[opacity,transform] duration-200 ease-out starting:-translate-y-3 starting:opacity-0"
    >
      <span className={`mt-px ${color}`}>
        <Icon name={icon} size="m" />
      </span>
      <span className="min-w-0 flex-1">{text}</span>
    </button>
  );
}
