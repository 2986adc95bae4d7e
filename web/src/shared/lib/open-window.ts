import { uuid } from '@/shared/lib/uuid';

/**
 * An empty tab, to be called inside the tap: browsers block those that come later. Null where even that was blocked, as
 * in some in-app browsers. It has a name, so that a form can be sent to it; `sendTo` and `submitTo` cut its handle on
 * this page.
 */
export function emptyTab(): Window | null {
  return window.open('about:blank', `krapao-${uuid()}`);
}

/** Sends the tab to an address. False where the member has closed it, or there never was one. */
export function sendTo(tab: Window | null, link: string): boolean {
  if (!tab || tab.closed) return false;
  tab.opener = null;
  // An address of our own is written without its host; in an empty tab it would lead nowhere.
  tab.location.replace(new URL(link, location.origin).href);
  return true;
}

/** Posts a form into the tab, or into a new one where there is none. */
export function submitTo(tab: Window | null, action: string, method: string, fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.action = action;
  form.method = method;
  form.target = tab && !tab.closed ? tab.name : '_blank';
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
  // After the form has found the tab by its name, and before the other site is there.
  if (tab && !tab.closed) tab.opener = null;
}
