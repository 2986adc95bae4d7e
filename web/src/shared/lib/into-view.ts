/** A ref for what answers a tap: where it stands outside the window, or below a sheet's edge, it is brought into sight. */
export function intoView(element: Element | null): void {
  // Not every test's browser can scroll.
  element?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' });
}
