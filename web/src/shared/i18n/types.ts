import type chat from './locales/th/chat';
import type core from './locales/th/core';
import type errors from './locales/th/errors';
import type member from './locales/th/member';
import type offers from './locales/th/offers';
import type open from './locales/th/open';
import type preview from './locales/th/preview';
import type protection from './locales/th/protection';

export type Locale = 'th' | 'lo' | 'en';

/**
 * Texts come in eight groups, so that a screen loads only its own: core (login and the shells), open (the rest of the
 * public part), member, offers (bonuses, refunds, invitations, the wheel), chat, protection (limits, breaks, logins),
 * preview (the bar of a draft's preview), errors (one text per code).
 */
export type Group = 'core' | 'open' | 'member' | 'offers' | 'chat' | 'protection' | 'preview' | 'errors';

export type Texts = typeof core &
  typeof open &
  typeof member &
  typeof offers &
  typeof chat &
  typeof protection &
  typeof preview &
  typeof errors;

type Params<S extends string> = S extends `${string}{${infer P}}${infer R}` ? P | Params<R> : never;
type Shape<S extends string> = [Params<S>] extends [never] ? string : `${string}{${Params<S>}}${string}`;

/** A translation has every key of the Thai texts, and each text keeps the Thai text's placeholders. */
export type Translation<T extends Record<string, string>> = { [K in keyof T]: Shape<T[K]> };

/** The arguments of `t` beside the key: none, or a value for every placeholder of the text. */
export type Args<Text> = Text extends string
  ? [Params<Text>] extends [never]
    ? []
    : [Record<Params<Text>, string | number>]
  : never;

/** Keys whose text has no placeholder. */
export type PlainKeyOf<Texts> = { [K in keyof Texts]: Args<Texts[K]> extends [] ? K : never }[keyof Texts];

/** The members' ones, for tables of labels. */
export type PlainKey = PlainKeyOf<Texts>;
