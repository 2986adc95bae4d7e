import { useEffectEvent, useLayoutEffect, useState } from 'react';

/**
 * What a key does, by its name: `j`, `enter`, `escape`, `?`, `mod+k` (⌘ or Ctrl), or two in a row, `g p`.
 *
 * A library would compare the letter that was typed, or the key's place. Thai and Lao keyboards type no Latin letters,
 * and on a French one the places are others: a key's own Latin letter counts, and its place if it has none.
 */
export type Keys = Record<string, () => void>;

/** The second of two keys comes within this time, or it is a first one. */
const SEQUENCE_MS = 1000;

interface Handler {
  depth: number;
  find(name: string): (() => void) | undefined;
  begins(prefix: string): boolean;
}

/** The innermost first: a page's keys win over the shell's. A component is first drawn after those around it. */
const handlers: Handler[] = [];
let drawn = 0;
let prefix: { name: string; at: number } | undefined;

/** Keys of a component, as long as it is shown and `on`. They rest while somebody types, and under a dialog. */
export function useKeys(keys: Keys, on = true): void {
  const [depth] = useState(() => ++drawn);
  const find = useEffectEvent((name: string) => keys[name]);
  const begins = useEffectEvent((first: string) => Object.keys(keys).some((name) => name.startsWith(`${first} `)));
  // A key that is pressed as soon as the page is seen counts.
  useLayoutEffect(() => {
    if (!on) return;
    const handler: Handler = { depth, find: (name) => find(name), begins: (first) => begins(first) };
    handlers.push(handler);
    handlers.sort((one, other) => other.depth - one.depth);
    if (handlers.length === 1) document.addEventListener('keydown', press);
    return () => {
      handlers.splice(handlers.indexOf(handler), 1);
      if (handlers.length === 0) document.removeEventListener('keydown', press);
    };
  }, [on, depth]);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const name = nameOf(event);
  if (!name || (isBusy(event) && !name.startsWith('mod+'))) return;
  const first = prefix && event.timeStamp - prefix.at < SEQUENCE_MS ? `${prefix.name} ` : '';
  prefix = undefined;
  const run = actionOf(first + name) ?? actionOf(name);
  if (run) {
    event.preventDefault();
    run();
  } else if (handlers.some((handler) => handler.begins(name))) prefix = { name, at: event.timeStamp };
}

function actionOf(name: string): (() => void) | undefined {
  for (const handler of handlers) {
    const run = handler.find(name);
    if (run) return run;
  }
  return undefined;
}

/** The key's name, or undefined for keys that are never ours. */
export function nameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  if (altKey) return undefined;
  const typed = /^[\x21-\x7e]$/.test(key) || key.length > 1 ? key : (placed(code, shiftKey) ?? key);
  return `${ctrlKey || metaKey ? 'mod+' : ''}${typed.toLowerCase()}`;
}

const PLACES: Record<string, readonly [string, string]> = { Slash: ['/', '?'] };

function placed(code: string, shift: boolean): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1] ?? /^Digit(\d)$/.exec(code)?.[1];
  return letter ?? PLACES[code]?.[shift ? 1 : 0];
}

const TYPES = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
const PRESSED = 'a[href], button, summary';

/** Somebody types, answers a dialog, or presses with Enter what has the focus. */
function isBusy({ target, key }: KeyboardEvent): boolean {
  const place = target instanceof Element ? target : null;
  if (place?.closest(TYPES) || document.querySelector('[role=dialog], [role=alertdialog]')) return true;
  return key === 'Enter' && Boolean(place?.closest(PRESSED));
}
