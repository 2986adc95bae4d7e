import { isInstalled } from './installed';

/** The app whose browser this is, if the page was opened inside another app. */
export type InApp = 'line' | 'other';

/** Apps by their names; Android's web views say `wv`; on iPhones only Safari says Safari. */
const OTHERS = /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|Zalo|MicroMessenger|musical_ly|Bytedance|; wv\)/i;
const BARE_IPHONE = /\((?:iPhone|iPad|iPod)(?!.*Safari\/)/;

/**
 * The app in whose in-app browser the page runs, undefined in a full browser. Such a browser has one window: it blocks
 * new tabs, or replaces this page with them. The installed app is not one, though on an iPhone its user agent lacks
 * "Safari" as theirs do.
 */
export function inAppBrowser(agent = navigator.userAgent): InApp | undefined {
  if (isInstalled()) return undefined;
  if (/\bLine\//i.test(agent)) return 'line';
  return OTHERS.test(agent) || BARE_IPHONE.test(agent) ? 'other' : undefined;
}

/** LINE opens an address with this parameter in the phone's own browser. */
export function externalBrowserUrl(href = location.href): string {
  const url = new URL(href);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
}
