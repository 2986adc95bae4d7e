import { createStore } from './store';

/** The event of Chrome, Edge and Samsung's browser that the page can be installed; no other browser has it. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export const installOffer = createStore<InstallOffer | undefined>(undefined);

/** Listens from the start: the browser offers it once, before any screen is there to take it. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Not now, over a balance: the profile asks when the member wants it.
    event.preventDefault();
    installOffer.set(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => installOffer.set(undefined));
}
