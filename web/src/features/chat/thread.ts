import type { ChatSaid, Conversation } from '@/shared/api/wire';

type Delivery = 'uploading_file' | 'sending' | 'failed';

/** A message that was sent and that the server has not confirmed. */
export interface Outgoing {
  clientId: string;
  message: ChatSaid;
  status: Delivery;
  /** When it was sent, by this phone's clock. */
  at: string;
  /** A picture or video that is not uploaded yet, and its preview. */
  file?: File;
  preview?: string;
  /** The part of it that has been uploaded, 0 to 1. */
  part: number;
  /** Why it failed. */
  error?: unknown;
  /** How often it was sent again automatically. */
  tries: number;
}

/** An answer may carry the same time as its message: the message comes before the answer. */
function order(a: Conversation, b: Conversation): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  if (a.sender === b.sender) return 0;
  return a.sender === 'customer' ? -1 : 1;
}

/**
 * Messages, oldest first, each once. Both lists are oldest first. `older` means that the incoming ones are a page
 * before the known ones, which decides between two of the same time.
 */
export function merge(known: Conversation[], incoming: Conversation[], older = false): Conversation[] {
  const byId = new Map((older ? [...incoming, ...known] : [...known, ...incoming]).map((one) => [one._id, one]));
  return [...byId.values()].sort(order);
}

/** Reports whether a page of the newest messages reaches back to the known ones, so that there is no gap. */
export function reaches(known: Conversation[], page: Conversation[], full: boolean): boolean {
  if (!full || known.length === 0) return true;
  const ids = new Set(known.map(({ _id }) => _id));
  return page.some(({ _id }) => ids.has(_id));
}

/** The messages still pending: one that came back by the socket or the history has arrived. */
export function stillOut(outbox: Outgoing[], messages: Conversation[]): Outgoing[] {
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  const rest = outbox.filter(({ clientId }) => !arrived.has(clientId));
  return rest.length === outbox.length ? outbox : rest;
}

/** The house's messages among `incoming` that are new here. */
export function freshOf(known: Conversation[], incoming: Conversation[]): Conversation[] {
  const ids = new Set(known.map(({ _id }) => _id));
  const last = known.at(-1)?.createdAt ?? '';
  return incoming.filter(({ _id, sender, createdAt }) => sender === 'other' && !ids.has(_id) && createdAt >= last);
}

export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'end'; key: string }
  /** `open`: the member has not answered it yet, so its quick replies are still shown. */
  | { kind: 'message'; key: string; message: Conversation; open: boolean }
  | { kind: 'out'; key: string; item: Outgoing };

/**
 * The rows of the list, oldest first: the day where it changes, the end of a conversation where the session changes
 * (SPEC.md §4), the messages, and at the end the pending ones. A message keeps its key when it is confirmed.
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
