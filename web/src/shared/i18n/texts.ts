import { createSignal, createStore, type Signal, useStore } from '@/shared/lib/store';
import { kept } from '@/shared/session/storage';
import type { Args, Locale } from './types';

export const LOCALES: readonly Locale[] = ['th', 'lo', 'en'];

/** Each language's own name, whatever language the screen is in. */
export const LOCALE_NAMES: Record<Locale, string> = { th: 'ไทย', lo: 'ລາວ', en: 'English' };

type Messages = Record<string, string>;
type Loader = () => Promise<{ default: Messages }>;
type Translate<Texts> = <K extends keyof Texts & string>(key: K, ...args: Args<Texts[K]>) => string;

interface State<Texts> {
  locale: Locale;
  /** New with each language and each group of texts, so that memoised values change with the language. */
  t: Translate<Texts>;
}

/** Texts of an app in the current language. They come in groups, so that a screen loads only its own. */
export interface AppTexts<Texts, Group> {
  /** Switches the language in place; typed text stays. The choice is remembered. The last one wins. */
  setLocale(locale: Locale): Promise<void>;
  /** Starts with the remembered language, or with the market's own. It does not count as a choice. */
  startLocale(marketLocale: Locale): Promise<void>;
  /** Runs when another language was chosen. */
  onLocaleChosen: Signal['subscribe'];
  rememberedLocale(): Locale | undefined;
  currentLocale(): Locale;
  /** Loads further groups; pages name theirs in the route table. */
  loadTexts(...groups: Group[]): Promise<void>;
  /** A text in the current language. A text that stays on the screen uses `t` of useI18n. */
  translate: Translate<Texts>;
  /** The text of a key that comes from outside (an error code), or undefined if there is none. */
  lookUp(key: string): string | undefined;
  /** The component renders again when the language changes; `t` is then another function. */
  useI18n(): State<Texts>;
}

export function fill(text: string, params: Record<string, string | number> | undefined): string {
  return params ? text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')) : text;
}

/** An app's groups of texts, the groups that each screen needs, and the name under which it remembers the language. */
export function createTexts<Texts, Group extends string>(
  loaders: Record<Group, Record<Locale, Loader>>,
  always: Group[],
  memory: string,
): AppTexts<Texts, Group> {
  const translator =
    (messages: Messages): Translate<Texts> =>
    (key, ...args) =>
      fill(messages[key] ?? key, args[0] as Record<string, string | number> | undefined);
  const state = createStore<State<Texts> & { messages: Messages }>({ locale: 'th', messages: {}, t: translator({}) });
  const wanted = new Set<Group>(always);
  const loaded = new Set<string>();
  const chosen = createSignal();
  const currentLocale = () => state.get().locale;
  let choices = 0;

  async function fetchMessages(locale: Locale): Promise<Messages> {
    // Only the current ones: another call's groups load, or fail to load, separately.
    const asked = [...wanted];
    const parts = await Promise.all(asked.map((group) => loaders[group][locale]()));
    for (const group of asked) loaded.add(`${group}/${locale}`);
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

  const rememberedLocale = () => LOCALES.find((locale) => locale === kept.get(memory));

  return {
    async setLocale(locale) {
      const choice = ++choices;
      for (;;) {
        const groups = wanted.size;
        const messages = await fetchMessages(locale);
        if (choice !== choices) return;
        // A page that opens meanwhile has loaded its groups in the language before.
        if (groups !== wanted.size) continue;
        publish(locale, messages);
        kept.set(memory, locale);
        return chosen.tell();
      }
    },
    async startLocale(marketLocale) {
      const choice = choices;
      const locale = rememberedLocale() ?? marketLocale;
      // At once: the first page loads its texts meanwhile.
      state.set({ ...state.get(), locale });
      const messages = await fetchMessages(locale);
      if (choice === choices) publish(locale, messages);
    },
    onLocaleChosen: chosen.subscribe,
    rememberedLocale,
    currentLocale,
    async loadTexts(...groups) {
      const locale = currentLocale();
      if (groups.every((group) => wanted.has(group) && loaded.has(`${group}/${locale}`))) return;
      for (const group of groups) wanted.add(group);
      const messages = await fetchMessages(locale);
      // The language may have been switched while the texts were loading; that switch loaded them too.
      if (currentLocale() === locale) publish(locale, messages);
    },
    translate: (key, ...args) => state.get().t(key, ...args),
    lookUp: (key) => state.get().messages[key],
    useI18n: () => useStore(state),
  };
}
