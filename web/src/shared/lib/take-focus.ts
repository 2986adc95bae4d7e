/** A ref for the replacement of a control that was tapped: the focus moves to it, and a screen reader follows. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
