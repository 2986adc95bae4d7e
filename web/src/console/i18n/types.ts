import type core from './locales/th/core';
import type errors from './locales/th/errors';
import type proposals from './locales/th/proposals';

/** core: sign-in, the shell and the kit. errors: one text per code. The others load with the pages that use them. */
export type Group = 'core' | 'errors' | 'proposals';

type Texts = typeof core & typeof errors & typeof proposals;
export type Key = keyof Texts;

type Params<S extends string> = S extends `${string}{${infer P}}${infer R}` ? P | Params<R> : never;

/** The arguments of `t` beside the key: none, or a value for every placeholder of the text. */
export type Args<K extends Key> = [Params<Texts[K]>] extends [never] ? [] : [Record<Params<Texts[K]>, string | number>];

/** Keys whose text has no placeholder, for tables of labels. */
export type PlainKey = { [K in Key]: [Params<Texts[K]>] extends [never] ? K : never }[Key];
