import { useSyncExternalStore } from 'react';
import { config } from '@/shared/config';
import { inAppBrowser } from './in-app-browser';
import { installOffer } from './install-offer';
import { isInstalled } from './installed';

/** The browser's own prompt is available once (`prompt`), or Safari's menu has it (`menu`). */
export type WayToInstall = 'prompt' | 'menu' | undefined;

/** Shows the browser's prompt, which is possible only once. */
export async function install(): Promise<void> {
  const asked = installOffer.get();
  installOffer.set(undefined);
  await asked?.prompt();
}

function way(): WayToInstall {
  if (config().iframe || isInstalled()) return undefined;
  if (installOffer.get()) return 'prompt';
  return /iPhone|iPad|iPod/.test(navigator.userAgent) && !inAppBrowser() ? 'menu' : undefined;
}

export function useWayToInstall(): WayToInstall {
  return useSyncExternalStore(installOffer.subscribe, way);
}
