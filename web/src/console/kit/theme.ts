import type { Theme } from '@/console/api/contract';
import { createStore, useStore } from '@/shared/lib/store';
import { kept } from '@/shared/session/storage';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const REMEMBERED = 'console-theme';

const chosen = createStore<Theme>(THEMES.find((theme) => theme === kept.get(REMEMBERED)) ?? 'system');
const shown = createStore<'light' | 'dark'>('dark');

/** The theme that is drawn. */
export const useTheme = () => useStore(shown);

/** The operator's choice, which may be the machine's own. */
export const chosenTheme = chosen.get;
export const useChosenTheme = () => useStore(chosen);

export function setTheme(theme: Theme): void {
  kept.set(REMEMBERED, theme);
  chosen.set(theme);
  show();
}

const light = () => window.matchMedia('(prefers-color-scheme: light)');

function show() {
  const theme = chosen.get() === 'system' ? (light().matches ? 'light' : 'dark') : chosen.get();
  shown.set(theme === 'light' ? 'light' : 'dark');
  document.documentElement.dataset.theme = shown.get();
}

/** Draws in the chosen theme from now on, and follows the machine's. */
export function startTheme(): void {
  light().addEventListener('change', show);
  show();
}
