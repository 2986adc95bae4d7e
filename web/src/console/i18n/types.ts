import type { PlainKeyOf } from '@/shared/i18n/types';
import type audit from './locales/th/audit';
import type chat from './locales/th/chat';
import type core from './locales/th/core';
import type decision from './locales/th/decision';
import type errors from './locales/th/errors';
import type facts from './locales/th/facts';
import type me from './locales/th/me';
import type member from './locales/th/member';
import type money from './locales/th/money';
import type notice from './locales/th/notice';
import type offer from './locales/th/offer';
import type past from './locales/th/past';
import type person from './locales/th/person';
import type proposals from './locales/th/proposals';
import type queue from './locales/th/queue';
import type restore from './locales/th/restore';
import type risk from './locales/th/risk';
import type setting from './locales/th/setting';
import type staff from './locales/th/staff';
import type today from './locales/th/today';

/** core: sign-in, the shell and the kit. errors: one text per code. decision: what is decided. facts: what is known of a thing. The others load with the pages that use them. */
export type Group =
  | 'core'
  | 'errors'
  | 'audit'
  | 'chat'
  | 'decision'
  | 'facts'
  | 'me'
  | 'member'
  | 'money'
  | 'notice'
  | 'offer'
  | 'past'
  | 'person'
  | 'proposals'
  | 'queue'
  | 'restore'
  | 'risk'
  | 'setting'
  | 'staff'
  | 'today';

export type Texts = typeof core &
  typeof errors &
  typeof audit &
  typeof chat &
  typeof decision &
  typeof facts &
  typeof me &
  typeof member &
  typeof money &
  typeof notice &
  typeof offer &
  typeof past &
  typeof person &
  typeof proposals &
  typeof queue &
  typeof restore &
  typeof risk &
  typeof setting &
  typeof staff &
  typeof today;

/** Keys whose text has no placeholder, for tables of labels. */
export type PlainKey = PlainKeyOf<Texts>;
