import { isInstalled } from './installed';

/** Whose browser this is, where the page was opened inside another app. */
export type InApp = 'line' | 'other';

/** Apps by their names; Android's web views say `wv`; on iPhones only Safari says Safari. */
const OTHERS = /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|Zalo|MicroMessenger|musical_ly|Bytedance|; wv\)/i;
const BARE_IPHONE = /\((?:iPhone|iPad|iPod)(?!.*Safari\/)/;

/**
 * The app in whose own browser the page sits, undefined in a browser proper. Such a browser has one window: it blocks
 * new tabs, or shows them in the place of this page. The installed app is none, though on an iPhone it calls itself as
 * little Safari as they do.
 */
export function inAppBrowser(agent = navigator.userAgent): InApp | undefined {
  if (isInstalled()) return undefined;
  if (/\bLine\//i.test(agent)) return 'line';
  return OTHERS.test(agent) || BARE_IPHONE.test(agent) ? 'other' : undefined;
}

/** LINE opens an address with this mark in the phone's own browser. */
export function externalBrowserUrl(href = location.href): string {
  const url = new URL(href);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
}
