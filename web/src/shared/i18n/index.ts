import { createSignal, createStore, useStore } from '@/shared/lib/store';
import { KEYS, kept } from '@/shared/session/storage';
import type { Args, Group, Key, Locale } from './types';

export const LOCALES: readonly Locale[] = ['th', 'lo', 'en'];

/** Each language's own name, whatever language the screen is in. */
export const LOCALE_NAMES: Record<Locale, string> = { th: 'ไทย', lo: 'ລາວ', en: 'English' };

type Messages = Record<string, string>;
type Loader = () => Promise<{ default: Messages }>;

const loaders: Record<Group, Record<Locale, Loader>> = {
  core: {
    th: () => import('./locales/th/core'),
    lo: () => import('./locales/lo/core'),
    en: () => import('./locales/en/core'),
  },
  open: {
    th: () => import('./locales/th/open'),
    lo: () => import('./locales/lo/open'),
    en: () => import('./locales/en/open'),
  },
  member: {
    th: () => import('./locales/th/member'),
    lo: () => import('./locales/lo/member'),
    en: () => import('./locales/en/member'),
  },
  offers: {
    th: () => import('./locales/th/offers'),
    lo: () => import('./locales/lo/offers'),
    en: () => import('./locales/en/offers'),
  },
  chat: {
    th: () => import('./locales/th/chat'),
    lo: () => import('./locales/lo/chat'),
    en: () => import('./locales/en/chat'),
  },
  protection: {
    th: () => import('./locales/th/protection'),
    lo: () => import('./locales/lo/protection'),
    en: () => import('./locales/en/protection'),
  },
  errors: {
    th: () => import('./locales/th/errors'),
    lo: () => import('./locales/lo/errors'),
    en: () => import('./locales/en/errors'),
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
const wanted = new Set<Group>(['core']);
const chosen = createSignal();

async function fetchMessages(locale: Locale): Promise<Messages> {
  const parts = await Promise.all([...wanted].map((group) => loaders[group][locale]()));
  return Object.assign({}, ...parts.map((part) => part.default));
}

function publish(locale: Locale, messages: Messages) {
  // Groups that are loaded in parallel come in any order.
  const now = state.get();
  const all = now.locale === locale ? { ...now.messages, ...messages } : messages;
  // Setting the same value again makes the browser restyle the whole page.
  if (document.documentElement.lang !== locale) document.documentElement.lang = locale;
  state.set({ locale, messages: all, t: translator(all) });
}

/** Switches the language in place; typed text stays. The choice is remembered. */
export async function setLocale(locale: Locale): Promise<void> {
  publish(locale, await fetchMessages(locale));
  kept.set(KEYS.locale, locale);
  chosen.tell();
}

/** Runs when another language was chosen: the operator's texts come from the server, in the app's language. */
export const onLocaleChosen = chosen.subscribe;

/** Starts with the remembered language, or with the market's own. It does not count as a choice. */
export async function startLocale(marketLocale: Locale): Promise<void> {
  const locale = rememberedLocale() ?? marketLocale;
  // At once: the first page loads its texts meanwhile.
  state.set({ ...state.get(), locale });
  publish(locale, await fetchMessages(locale));
}

export function rememberedLocale(): Locale | undefined {
  const remembered = kept.get(KEYS.locale);
  return LOCALES.find((locale) => locale === remembered);
}

/** Loads further groups of texts; pages name theirs in the route table. */
export async function loadTexts(...groups: Group[]): Promise<void> {
  if (groups.every((group) => wanted.has(group) && loaded.has(`${group}/${currentLocale()}`))) return;
  for (const group of groups) wanted.add(group);
  const { locale } = state.get();
  // Only the current ones: another call's groups load, or fail to load, separately.
  const asked = [...wanted];
  const messages = await fetchMessages(locale);
  for (const group of asked) loaded.add(`${group}/${locale}`);
  // The language may have been switched while the texts were loading; that switch loaded them too.
  if (currentLocale() === locale) publish(locale, messages);
}
const loaded = new Set<string>();

/** A text in the current language. A text that stays on the screen uses `t` of useI18n. */
export const translate: Translate = (key, ...args) => state.get().t(key, ...args);

/** The text of a key that comes from outside (an error code), or undefined if there is none. */
export function lookUp(key: string): string | undefined {
  return state.get().messages[key];
}

export function fill(text: string, params: Record<string, string | number> | undefined): string {
  return params ? text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')) : text;
}

export function currentLocale(): Locale {
  return state.get().locale;
}

/** The component renders again when the language changes; `t` is then another function. */
export function useI18n(): Pick<State, 't' | 'locale'> {
  return useStore(state);
}
