import type {
  Kind,
  ListedArrival,
  ListedCase,
  ListedDeclared,
  ListedHolder,
  ListedLine,
  ListedLink,
  ListedReceivable,
  ListedReversal,
  ListedSlip,
  ListedWithdrawal,
  MemberRef,
} from '@/console/api/contract';
import { lookUp } from '@/console/i18n';
import { stateName } from '@/console/kit/facts';
import { foundName } from '@/console/kit/found';
import { reasonName } from '@/console/kit/reason';

/** A row of any of the lists, as the table shows it. */
export interface Shown {
  key: string;
  /** What it is in the queue; undefined: it has no detail. */
  item?: { kind: Kind; id: string };
  /** Null: it has no time of its own. */
  at: string | null;
  name: string;
  member: MemberRef | null;
  /** The other member of a pair. */
  other?: MemberRef | null;
  amount: number | null;
  state: string;
  /** Until when the house has promised to decide it; null: it waits for nobody. */
  due: string | null;
  /** What else is known of it, in words. */
  says: string[];
}

/** The lists, by their calls' names, each with its rows and what narrows it beside its member. */
export interface Lists {
  withdrawal: ListedWithdrawal;
  arrival: ListedArrival;
  slip: ListedSlip;
  declared: ListedDeclared;
  link: ListedLink;
  line: ListedLine;
  case: ListedCase;
  receivable: ListedReceivable;
  reversal: ListedReversal;
  holder: ListedHolder;
}
export type ListName = keyof Lists;

type Filter =
  | 'state'
  | 'member'
  | 'bank'
  | 'account'
  | 'channel'
  | 'reference'
  | 'provider'
  | 'day'
  | 'over'
  | 'open'
  | 'days';

interface List<Row> {
  filters: readonly Filter[];
  /** Of which the filter `state` is one. */
  states?: readonly string[];
  show(row: Row): Shown;
}

const said = (...texts: (string | null | undefined | false)[]) => texts.filter((text): text is string => Boolean(text));

export const CHANNELS = ['qr', 'feed', 'slip', 'link', 'declared'] as const;

export const LISTS: { [Name in ListName]: List<Lists[Name]> } = {
  withdrawal: {
    filters: ['state', 'member', 'bank', 'over', 'days'],
    states: ['requested', 'review', 'sending', 'paid', 'returned', 'bounced'],
    show: ({ reference, member, amount, state, automatic, why, reason: code, bank, account, requestedAt, due }) => ({
      key: reference,
      item: { kind: 'withdrawal', id: reference },
      at: requestedAt,
      name: reference,
      member,
      amount,
      state,
      due,
      says: said(
        `${bank} ${account}`,
        automatic && lookUp('past.automatic'),
        code && reasonName(code),
        ...why.map(reasonName),
      ),
    }),
  },
  arrival: {
    filters: ['state', 'member', 'account', 'channel', 'reference', 'over', 'days'],
    states: ['credited', 'held', 'unmatched', 'released', 'returned', 'reversed'],
    show: ({ id, account, channel, reference, amount, state, reason: code, member, payer, seenAt, due }) => ({
      key: id,
      item: { kind: state === 'held' ? 'held' : 'unmatched', id },
      at: seenAt,
      name: reference || id,
      member,
      amount,
      state,
      due,
      says: said(
        `${stateName(channel)} → ${account}`,
        [payer.bank, payer.account, payer.name].filter(Boolean).join(' '),
        code && reasonName(code),
      ),
    }),
  },
  slip: {
    filters: ['state', 'member', 'bank', 'days'],
    states: ['received', 'claimed', 'verified', 'review', 'credited', 'failed'],
    show: ({ reference, member, state, reason: code, bank, bankReference, account, amount, uploadedAt, due }) => ({
      key: reference,
      item: { kind: 'slip', id: reference },
      at: uploadedAt,
      name: reference,
      member,
      amount: amount || null,
      state,
      due,
      says: said(code && reasonName(code), bank && `${bank} ${bankReference}`, account && `→ ${account}`),
    }),
  },
  declared: {
    filters: ['state', 'member', 'days'],
    states: ['open', 'matched', 'confirmed', 'rejected', 'lapsed'],
    show: ({ reference, member, amount, state, reason: code, createdAt, due }) => ({
      key: reference,
      item: { kind: 'declared', id: reference },
      at: createdAt,
      name: reference,
      member,
      amount,
      state,
      due,
      says: said(code && reasonName(code)),
    }),
  },
  link: {
    filters: ['state', 'member', 'days'],
    states: ['asking', 'taking', 'credited', 'refused'],
    show: ({ reference, member, account, amount, state, reason: code, said: word, createdAt, endedAt, due }) => ({
      key: reference,
      ...(!endedAt && { item: { kind: 'link', id: reference } }),
      at: createdAt,
      name: reference,
      member,
      amount: amount || null,
      state,
      due,
      says: said(`→ ${account}`, code && reasonName(code), word),
    }),
  },
  line: {
    filters: ['account', 'open'],
    show: ({ id, account, line, reference, why, state, note, foundAt, due }) => ({
      key: id,
      item: { kind: 'line', id },
      at: foundAt,
      name: line || reference || id,
      member: null,
      amount: null,
      state,
      due,
      says: said(account, why && reasonName(why), note),
    }),
  },
  case: {
    filters: ['provider', 'day', 'member', 'open'],
    show: ({ id, provider, day, kind, reference, member, ours, theirs, state, found, note, foundAt, due }) => ({
      key: id,
      item: { kind: 'case', id },
      at: foundAt,
      name: reference || id,
      member,
      amount: Math.abs(ours - theirs) || null,
      state,
      due,
      says: said(`${provider} · ${day}`, reasonName(kind), found && foundName(found), note),
    }),
  },
  receivable: {
    filters: ['over'],
    show: ({ member, owed, since }) => ({
      key: member?.id ?? '',
      ...(member && { item: { kind: 'receivable', id: member.id } }),
      at: since,
      name: member?.id ?? '',
      member,
      amount: owed,
      state: 'owed',
      due: null,
      says: [],
    }),
  },
  reversal: {
    filters: ['member', 'open'],
    show: ({ id, account, reference, state, arrival, member, amount, toldAt, due }) => ({
      key: id,
      item: arrival ? { kind: 'unmatched', id: arrival } : { kind: 'reversal', id },
      at: toldAt,
      name: reference || id,
      member,
      amount,
      state,
      due,
      says: said(account, lookUp(`past.reversal.${state}`)),
    }),
  },
  holder: {
    filters: ['member', 'open'],
    show: ({ id, member, other, state, note, foundAt, due }) => ({
      key: id,
      item: { kind: 'holder', id },
      at: foundAt,
      name: id,
      member,
      other,
      amount: null,
      state,
      due,
      says: said(note),
    }),
  },
};

export const NAMES = Object.keys(LISTS) as ListName[];
