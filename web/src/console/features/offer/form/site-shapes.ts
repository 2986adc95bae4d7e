import type { List, Shape } from './shape';
import { choice, group, NOTHING, NUMBER, numbers, SWITCH, TEXT, TEXTS, WORDS } from './shape-parts';

const BUTTONS: List = {
  kind: 'list',
  of: group({ type: choice('postback', 'text', 'web', 'call'), title: TEXTS, payload: TEXT }),
  says: ['title'],
  first: { type: 'postback', title: NOTHING, payload: '' },
};

/** Messages of the house, one after the other. */
const SAYS: List = {
  kind: 'list',
  of: group({
    type: choice('text', 'buttons', 'quick_replies', 'generic'),
    text: TEXTS,
    buttons: BUTTONS,
    replies: BUTTONS,
    cards: {
      kind: 'list',
      of: group({ image_url: TEXT, title: TEXTS, subtitle: TEXTS, buttons: BUTTONS }),
      says: ['title'],
      first: { title: NOTHING },
    },
  }),
  says: ['text'],
  first: { type: 'text', text: NOTHING },
};

/** The chat's answers before a person's, and what belongs to no other part. */
export const SITE: Readonly<Record<string, Shape>> = {
  chat: group({
    sessionHours: NUMBER,
    waitingPerAddress: NUMBER,
    greeting: SAYS,
    rules: {
      kind: 'list',
      id: 'code',
      of: group({ code: TEXT, words: WORDS, postbacks: WORDS, media: SWITCH, say: SAYS, handover: SWITCH }),
      first: { code: '', words: [], say: [] },
    },
    fallback: SAYS,
    crowded: SAYS,
    farewell: SAYS,
    files: numbers('addressMB', 'unsentMB', 'guestsMB', 'memberMB'),
  }),
  settings: group({
    terminated: SWITCH,
    blockedAddresses: WORDS,
    slip: group({ off: SWITCH, closeFrom: TEXT, closeTo: TEXT, withinMinutes: NUMBER, maxBytes: NUMBER }),
    app: group({
      iframe: SWITCH,
      pgHost: TEXT,
      gameNotice: group({ code: TEXT, text: TEXTS }),
      truelinkSecret: TEXT,
      version: TEXT,
    }),
  }),
};
