import type { ChatSaid, Conversation } from '@/shared/api/wire';

type Delivery = 'uploading_file' | 'sending' | 'failed';

/** What the customer has sent and the server has not confirmed. */
export interface Outgoing {
  clientId: string;
  message: ChatSaid;
  status: Delivery;
  /** When it was sent, by this phone's clock. */
  at: string;
  /** A picture or video that has yet to be uploaded, and how to look at it meanwhile. */
  file?: File;
  preview?: string;
  /** The part of it that has left this phone, 0 to 1. */
  part: number;
  /** Why it failed. */
  error?: unknown;
  /** How often it was sent again by itself. */
  tries: number;
}

/** An answer to a message may carry the very same time: what was said comes before what was answered. */
function order(a: Conversation, b: Conversation): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  if (a.sender === b.sender) return 0;
  return a.sender === 'customer' ? -1 : 1;
}

/**
 * Messages, oldest first, each once. Both lists are oldest first; `older` says that the incoming ones are of a page
 * before the known ones, which decides between two of the same time.
 */
export function merge(known: Conversation[], incoming: Conversation[], older = false): Conversation[] {
  const byId = new Map((older ? [...incoming, ...known] : [...known, ...incoming]).map((one) => [one._id, one]));
  return [...byId.values()].sort(order);
}

/** Whether a page of the newest messages reaches back to what is known, so that nothing is missing in between. */
export function reaches(known: Conversation[], page: Conversation[], full: boolean): boolean {
  if (!full || known.length === 0) return true;
  const ids = new Set(known.map(({ _id }) => _id));
  return page.some(({ _id }) => ids.has(_id));
}

/** What is still on its way: a message that came back by the socket or the history has arrived. */
export function stillOut(outbox: Outgoing[], messages: Conversation[]): Outgoing[] {
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  const rest = outbox.filter(({ clientId }) => !arrived.has(clientId));
  return rest.length === outbox.length ? outbox : rest;
}

/** The messages of the other side among `incoming` that nobody here has seen. */
export function freshOf(known: Conversation[], incoming: Conversation[]): Conversation[] {
  const ids = new Set(known.map(({ _id }) => _id));
  const last = known.at(-1)?.createdAt ?? '';
  return incoming.filter(({ _id, sender, createdAt }) => sender === 'other' && !ids.has(_id) && createdAt >= last);
}

export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'end'; key: string }
  /** `open`: nothing was said to it yet, so that its quick replies still stand. */
  | { kind: 'message'; key: string; message: Conversation; open: boolean }
  | { kind: 'out'; key: string; item: Outgoing };

/**
 * What the list draws, oldest first: the day where it changes, the end of a conversation where the session does
 * (SPEC.md §4), the messages, and at the end what is on its way. A message keeps its key when it is confirmed.
 */
export function rowsOf(messages: Conversation[], outbox: Outgoing[]): Row[] {
  const rows: Row[] = [];
  const said = outbox.length ? messages.length : messages.findLastIndex(({ sender }) => sender === 'customer');
  let before: Conversation | undefined;
  for (const [i, message] of messages.entries()) {
    const key = message.clientId || message._id;
    if (before?.session_id && message.session_id && before.session_id !== message.session_id)
      rows.push({ kind: 'end', key: `end ${message._id}` });
    if (!before || dayOf(before.createdAt) !== dayOf(message.createdAt))
      rows.push({ kind: 'day', key: `day ${message._id}`, at: message.createdAt });
    rows.push({ kind: 'message', key, message, open: i > said });
    before = message;
  }
  for (const item of outbox) rows.push({ kind: 'out', key: item.clientId, item });
  return rows;
}

/** The day by this phone's clock. */
const dayOf = (at: string) => new Date(at).toDateString();
