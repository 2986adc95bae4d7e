import { useSyncExternalStore } from 'react';
import { config } from '@/shared/config';
import { inAppBrowser } from './in-app-browser';

/** What Chrome, Edge and Samsung's browser fire when the page can become an app; no other browser has it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The browser's own question can be asked once (`prompt`), or Safari's menu has it (`menu`). */
export type WayToInstall = 'prompt' | 'menu' | undefined;

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function set(next: InstallOffer | undefined) {
  offer = next;
  for (const listener of listeners) listener();
}

/** From the start on: the browser offers it once, before any screen is there to take it. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Not now, over a balance: the profile asks when the member wants it.
    event.preventDefault();
    set(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => set(undefined));
}

/** Asks the browser's question. It can be asked only once. */
export async function install(): Promise<void> {
  const asked = offer;
  set(undefined);
  await asked?.prompt();
}

const isApp = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

function way(): WayToInstall {
  if (config().iframe || isApp()) return undefined;
  if (offer) return 'prompt';
  return /iPhone|iPad|iPod/.test(navigator.userAgent) && !inAppBrowser() ? 'menu' : undefined;
}

export function useWayToInstall(): WayToInstall {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, way);
}
