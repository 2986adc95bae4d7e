import type { Fields, List, Shape } from './shape';
import {
  choice,
  group,
  HTML,
  KINDS_OF_PLAY,
  NOTHING,
  NUMBER,
  numbers,
  PICTURE,
  SWITCH,
  TEXT,
  TEXTS,
  TIME,
  WORDS,
} from './shape-parts';

const BANNERS: List = {
  kind: 'list',
  of: group({ image: PICTURE, html: HTML }),
  says: ['image'],
  first: { image: '', html: NOTHING },
};

/** When a conditional credit ends. What is left empty has its strict default (RULES.md, section 15). */
const TERMS = {
  end: choice('target', 'turnover', 'both'),
  percentSuccess: NUMBER,
  percentFail: NUMBER,
  turnover: NUMBER,
  expiresDays: NUMBER,
  keepPercent: NUMBER,
  games: WORDS,
};

const campaigns = (own: Fields): List => ({
  kind: 'list',
  id: 'code',
  says: ['name', 'kind'],
  of: group({
    code: TEXT,
    ...own,
    max: NUMBER,
    name: TEXTS,
    description: TEXTS,
    kind: choice('match', 'free'),
    matchPercent: NUMBER,
    minimum: NUMBER,
    windowHours: NUMBER,
    cap: NUMBER,
    amount: NUMBER,
    ...TERMS,
    quota: NUMBER,
    budget: NUMBER,
    from: TIME,
    to: TIME,
    closed: SWITCH,
    banners: BANNERS,
  }),
  first: { code: '', kind: 'match', name: NOTHING, expiresDays: 7, budget: 0 },
});

/** Offers: what members may get, and under which terms. */
export const OFFERS: Readonly<Record<string, Shape>> = {
  bonus: group({ bonuses: campaigns({ type: choice('limit', 'day', 'week') }), weights: numbers(...KINDS_OF_PLAY) }),
  promotions: campaigns({}),
  wheel: group({
    on: SWITCH,
    name: TEXTS,
    maxCost: NUMBER,
    dayBudget: NUMBER,
    slices: {
      kind: 'list',
      id: 'code',
      says: ['label', 'weight'],
      of: group({
        code: TEXT,
        label: TEXTS,
        weight: NUMBER,
        kind: choice('nothing', 'cash', 'coin', 'bonus'),
        amount: NUMBER,
        bonus: TEXT,
        bgColor: { kind: 'colour' },
        textColor: { kind: 'colour' },
        htmlDescription: HTML,
      }),
      first: {
        code: '',
        label: NOTHING,
        weight: 1,
        kind: 'nothing',
        bgColor: '#2b0a16',
        textColor: '#ffffff',
        htmlDescription: NOTHING,
      },
    },
    terms: group(TERMS),
  }),
  coins: group({ per: NUMBER, perDay: NUMBER, days: NUMBER, first: NUMBER, atOnce: SWITCH }),
  refund: group({
    on: SWITCH,
    percent: NUMBER,
    minimum: NUMBER,
    weekCap: NUMBER,
    terms: group(TERMS),
    banners: BANNERS,
  }),
  invite: group({
    on: SWITCH,
    rate: NUMBER,
    basis: choice('net_loss', 'turnover'),
    ripenDays: NUMBER,
    monthCap: NUMBER,
    firstDeposit: NUMBER,
    weights: numbers(...KINDS_OF_PLAY),
    terms: group(TERMS),
    banners: BANNERS,
  }),
  budgets: group(
    Object.fromEntries(
      ['bonus', 'promotion', 'invite', 'refund', 'prize'].map((name) => [name, numbers('left', 'alarm')]),
    ),
  ),
};
