/** Whether the page sits in a chat app's own browser, where new tabs and videos often fail. */
export const inChatApp = (agent = navigator.userAgent) => /\bLine\/|FBAN|FBAV|Instagram|WhatsApp|Zalo/i.test(agent);

/** LINE opens an address with this mark in the phone's own browser. */
export function externalBrowserUrl(href = location.href): string {
  const url = new URL(href);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
}
