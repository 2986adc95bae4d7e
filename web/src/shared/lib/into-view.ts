/** A ref for the response to a tap: if it is outside the window, or below a sheet's edge, it is scrolled into view. */
export function intoView(element: Element | null): void {
  // Not every test's browser can scroll.
  element?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' });
}
