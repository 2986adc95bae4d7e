import { config } from '@/shared/config';
import { inAppBrowser } from '@/shared/lib/in-app-browser';
import { uuid } from '@/shared/lib/uuid';

/** A form that opens a page when it is posted. */
export interface Post {
  action: string;
  fields: Record<string, string>;
}

/**
 * An empty tab, to be opened inside the tap: browsers block later ones. `waiting` is its text until it is sent
 * somewhere. Null if even that was blocked, and in in-app browsers, which may replace this page with an empty one. It
 * has a name, so that a form can be sent to it; `sendTo` and `postTo` cut its handle on this page.
 */
export function emptyTab(waiting = ''): Window | null {
  if (inAppBrowser()) return null;
  const tab = window.open('about:blank', `krapao-${uuid()}`);
  if (tab && waiting) say(tab, waiting);
  return tab;
}

/** Our colours on the empty page. The page allows no style sheet from us, but single properties. */
function say(tab: Window, text: string): void {
  try {
    const { body } = tab.document;
    tab.document.title = text;
    Object.assign(body.style, {
      margin: '0',
      display: 'grid',
      placeItems: 'center',
      minHeight: '100vh',
      background: '#0b1016',
      color: '#b4c1cc',
      font: '16px/26px system-ui, sans-serif',
    });
    body.textContent = text;
  } catch {
    // Some browsers have no document there yet: the page stays white.
  }
}

/** An absolute web address: a relative one would lead nowhere in an empty tab, and no other scheme may run there. */
export function webAddress(link: string): string {
  const url = new URL(link, location.origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('not an address of the web');
  return url.href;
}

/** Sends the tab to an address. False if the member has closed it, or there was none. */
export function sendTo(tab: Window | null, link: string): boolean {
  if (!tab || tab.closed) return false;
  const address = webAddress(link);
  tab.opener = null;
  tab.location.replace(address);
  return true;
}

/** Posts a form into the tab. False if the member has closed it, or there was none. */
export function postTo(tab: Window | null, post: Post): boolean {
  if (!tab || tab.closed) return false;
  submit(post, tab.name);
  // After the form has found the tab by its name, and before the other site has loaded.
  tab.opener = null;
  return true;
}

/**
 * Posts a form into a tab that the browser opens for it. Call it only inside a tap: elsewhere it is blocked silently.
 */
export function postInTap(post: Post): void {
  submit(post, wayOut().target);
}

/**
 * The target of a link out of the app after no tab could be opened. An in-app browser has no other window, so the link
 * opens in this one, and Back returns to the app. If the app runs in a frame of another site (`iframe` of /config.json,
 * SPEC.md §9), nothing may replace it there.
 */
export function wayOut(): { target: '_blank' | '_self'; rel: string } {
  const here = inAppBrowser() !== undefined && !config().iframe;
  return { target: here ? '_self' : '_blank', rel: 'noopener noreferrer' };
}

function submit({ action, fields }: Post, target: string): void {
  const form = document.createElement('form');
  Object.assign(form, { action: webAddress(action), method: 'post', target, hidden: true });
  if (target === '_blank') form.rel = 'noopener';
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  // A field may be called "submit" or "action", too.
  HTMLFormElement.prototype.submit.call(form);
  form.remove();
}
