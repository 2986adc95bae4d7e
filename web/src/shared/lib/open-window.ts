/**
 * An empty tab, to be called inside the tap: browsers block those that come later. It gets no handle on this page.
 * Null where even that was blocked, as in some in-app browsers.
 */
export function emptyTab(): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (tab) tab.opener = null;
  return tab;
}
