import type { Locale } from '@/shared/i18n/types';
import { createStore, useStore } from '@/shared/lib/store';
import { kept } from '@/shared/session/storage';
import type { Args, Group, Key } from './types';

export const LOCALES: readonly Locale[] = ['th', 'lo', 'en'];

/** Each language's own name, whatever language the screen is in. */
export const LOCALE_NAMES: Record<Locale, string> = { th: 'ไทย', lo: 'ລາວ', en: 'English' };

const REMEMBERED = 'console-locale';

type Messages = Record<string, string>;
type Loader = () => Promise<{ default: Messages }>;

const loaders: Record<Group, Record<Locale, Loader>> = {
  core: {
    th: () => import('./locales/th/core'),
    lo: () => import('./locales/lo/core'),
    en: () => import('./locales/en/core'),
  },
  errors: {
    th: () => import('./locales/th/errors'),
    lo: () => import('./locales/lo/errors'),
    en: () => import('./locales/en/errors'),
  },
  proposals: {
    th: () => import('./locales/th/proposals'),
    lo: () => import('./locales/lo/proposals'),
    en: () => import('./locales/en/proposals'),
  },
};

type Translate = <K extends Key>(key: K, ...args: Args<K>) => string;

interface State {
  locale: Locale;
  messages: Messages;
  /** New with each language and each group of texts, so that memoised values change with the language. */
  t: Translate;
}

const translator =
  (messages: Messages): Translate =>
  (key, ...args) =>
    fill(messages[key] ?? key, args[0] as Record<string, string | number> | undefined);

const state = createStore<State>({ locale: 'th', messages: {}, t: translator({}) });
const wanted = new Set<Group>(['core', 'errors']);

/** Switches the language in place, and remembers it. The last choice wins, whichever texts arrive first. */
export async function setLocale(locale: Locale): Promise<void> {
  kept.set(REMEMBERED, locale);
  await show(locale);
}

export const rememberedLocale = () => LOCALES.find((locale) => locale === kept.get(REMEMBERED));

/** Loads further groups of texts: a page names its own. */
export async function loadTexts(...groups: Group[]): Promise<void> {
  for (const group of groups) wanted.add(group);
  await show(rememberedLocale() ?? state.get().locale);
}

let latest = 0;
async function show(locale: Locale): Promise<void> {
  const turn = ++latest;
  const groups = [...wanted];
  const parts = await Promise.all(groups.map((group) => loaders[group][locale]()));
  // A later call asks for these groups, too.
  if (turn !== latest) return;
  const messages: Messages = Object.assign({}, ...parts.map((part) => part.default));
  document.documentElement.lang = locale;
  state.set({ locale, messages, t: translator(messages) });
}

/** A text in the current language. A text that stays on the screen uses `t` of useI18n. */
export const translate: Translate = (key, ...args) => state.get().t(key, ...args);

/** The text of a key that comes from outside (an error code), or undefined if there is none. */
export const lookUp = (key: string): string | undefined => state.get().messages[key];

export function fill(text: string, params: Record<string, string | number> | undefined): string {
  return params ? text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')) : text;
}

export const currentLocale = (): Locale => state.get().locale;

/** The component renders again when the language changes; `t` is then another function. */
export function useI18n(): Pick<State, 't' | 'locale'> {
  return useStore(state);
}
