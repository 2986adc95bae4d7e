/** A ref for what takes the place of a control that was tapped: the focus goes on there, and a screen reader with it. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
