import type { ChangeEvent } from 'react';

/** Turns the typed text into capitals without moving the caret; returns the new value. */
export function upperCased(event: ChangeEvent<HTMLInputElement>): string {
  const input = event.target;
  const upper = input.value.toUpperCase();
  if (upper === input.value) return upper;
  const { selectionStart, selectionEnd } = input;
  input.value = upper;
  input.setSelectionRange(selectionStart, selectionEnd);
  return upper;
}
