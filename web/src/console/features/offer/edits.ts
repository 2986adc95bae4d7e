import type { QueryClient } from '@tanstack/react-query';
import type { ContentDetail, ContentDraftDetail } from '@/console/api/contract';
import { ApiError } from '@/shared/api/error';
import { createStore, useStore } from '@/shared/lib/store';
import { deleteDraft, dropDraft, putDraft, readDrafts } from './draft-calls';

/** What somebody is about to change of a section: a draft, which the server keeps while it is typed. */
export interface Edit {
  /** What was in force when it began, and its state. */
  base: unknown;
  state: string;
  /** As it is to be; as it was typed, too, while that can't be read or is edited as text. */
  body: unknown;
  text?: string | undefined;
  /** Why the text can't be read. */
  unread?: string | undefined;
  /** The draft that it is, its revision on the server (0: it has none yet), and the state of that. */
  id: string;
  revision: number;
  seen?: string | undefined;
  /** What the server has of it. */
  kept?: Kept | undefined;
  /** Another device has changed it, or the server could not be told. */
  trouble?: 'behind' | 'unkept' | undefined;
}

type Kept = Pick<Edit, 'body' | 'state' | 'unread' | 'text'>;
type Edits = Readonly<Record<string, Edit>>;

/** By section. Whoever looks at another section meanwhile loses nothing, nor does a page that is closed. */
const edits = createStore<Edits>({});

export const useEdits = () => useStore(edits);

/** Whether the server has all of it. What can be read is kept as it reads: how it is laid out is the page's. */
export const isKept = ({ kept, body, state, unread, text }: Edit) =>
  kept !== undefined &&
  kept.body === body &&
  kept.state === state &&
  kept.unread === unread &&
  (!unread || kept.text === text);

/** The keeping that goes on, by section. */
const keeping = new Map<string, Promise<void>>();

function put(section: string, next: Edit): void {
  edits.set({ ...edits.get(), [section]: next });
}

/** Keeps an edit on the server: one request at a time, so that what is typed meanwhile is kept together. */
function keep(section: string): Promise<void> {
  const running = keeping.get(section) ?? keepAll(section).finally(() => keeping.delete(section));
  keeping.set(section, running);
  return running;
}

async function keepAll(section: string): Promise<void> {
  for (;;) {
    const edit = edits.get()[section];
    if (!edit || isKept(edit) || edit.trouble === 'behind') return;
    try {
      const { revision, state } = await putDraft(section, edit);
      const now = edits.get()[section];
      if (now?.id === edit.id) put(section, { ...now, revision, seen: state, kept: edit, trouble: undefined });
    } catch (error) {
      const now = edits.get()[section];
      const behind = error instanceof ApiError && error.code === 'STATE_CHANGED';
      if (now) put(section, { ...now, trouble: behind ? 'behind' : 'unkept' });
      return;
    }
  }
}

function change(section: string, next: Edit): void {
  put(section, next);
  void keep(section);
}

/** The edit of a section. `own` is the draft that the operator has of it already, which what is typed goes on with. */
export function useEdit({ section, body, state }: ContentDetail, own?: { id: string; revision: number }) {
  const edit = useStore(edits)[section];
  const began = (): Edit => {
    const { id, revision } = own ?? newDraft();
    return edit ?? { base: body, state, body, id, revision };
  };
  return {
    edit,
    /** What is shown: the edit, or what is in force. */
    now: edit ?? { body, text: undefined, unread: undefined },
    change: (next: unknown) => change(section, { ...began(), body: next, text: undefined, unread: undefined }),
    type(text: string) {
      try {
        change(section, { ...began(), body: JSON.parse(text), text, unread: undefined });
      } catch (error) {
        change(section, { ...began(), text, unread: String((error as Error).message) });
      }
    },
    /** Keeps what was typed, on what is in force by now. */
    rebase: () => change(section, { ...began(), base: body, state }),
    /** Tries again to tell the server. */
    again: () => void keep(section),
    /** Goes on with what is here, though another device has changed it or thrown it away. */
    async insist(operator: string) {
      const { items } = await readDrafts();
      const there = items.find((one) => one.section === section && one.by === operator);
      const next = there ? { id: there.id, revision: there.revision } : newDraft();
      change(section, { ...began(), ...next, kept: undefined, trouble: undefined });
    },
    /** Shows what the server has of it, or what is in force. */
    leave: () => leaveEdit(section),
    /** Throws it away, on the server, too. */
    async forget(client: QueryClient) {
      await keeping.get(section);
      const { id, revision } = edits.get()[section] ?? began();
      if (revision > 0) await deleteDraft(id);
      await dropDraft(client, id);
      leaveEdit(section);
    },
    /** It was proposed: what is in force is shown until that is decided. */
    async proposed(client: QueryClient) {
      await dropDraft(client, began().id);
      leaveEdit(section);
    },
  };
}

const newDraft = () => ({ id: crypto.randomUUID(), revision: 0 });

/** Takes what the server has of a draft, unless something was typed here since. */
export function takeDraft(draft: ContentDraftDetail): void {
  const { id, section, revision, state: seen, from: state, body, before: base, typed } = draft;
  const now = edits.get()[section];
  if (now && (!isKept(now) || now.revision >= revision)) return;
  const read = typed ? { text: typed, unread: whyUnread(typed) } : {};
  const edit = { base, state, body, id, revision, seen, ...read };
  put(section, { ...edit, kept: edit });
}

function whyUnread(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return String((error as Error).message);
  }
}

function leaveEdit(section: string): void {
  const { [section]: _, ...rest } = edits.get();
  edits.set(rest);
}

/** As fields, or as a document has it: one choice for all sections. */
export const VIEWS = ['form', 'json'] as const;
export type View = (typeof VIEWS)[number];

const view = createStore<View>('form');

export const useView = () => useStore(view);
export const setView = view.set;

/** For tests: each starts like a new page. */
export function forgetEdits(): void {
  edits.set({});
  view.set('form');
}
