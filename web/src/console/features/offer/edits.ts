import type { ContentDetail } from '@/console/api/contract';
import { createStore, useStore } from '@/shared/lib/store';

/** What somebody is about to change of a section. */
export interface Edit {
  /** What was in force when it began, and its state. */
  base: unknown;
  state: string;
  /** As it is to be; as it was typed, too, while that can't be read or is edited as text. */
  body: unknown;
  text?: string | undefined;
  /** Why the text can't be read. */
  unread?: string | undefined;
}

type Edits = Readonly<Record<string, Edit>>;

/** By section, in this page's memory: whoever looks at another section meanwhile loses nothing. */
const edits = createStore<Edits>({});

export const useEdits = () => useStore(edits);

export function useEdit({ section, body, state }: ContentDetail) {
  const edit = useStore(edits)[section];
  const put = (next: Edit) => edits.set({ ...edits.get(), [section]: next });
  const began = edit ?? { base: body, state, body };
  return {
    edit,
    /** What is shown: the edit, or what is in force. */
    now: began,
    change: (next: unknown) => put({ ...began, body: next, text: undefined, unread: undefined }),
    type(text: string) {
      try {
        put({ ...began, body: JSON.parse(text), text, unread: undefined });
      } catch (error) {
        put({ ...began, text, unread: String((error as Error).message) });
      }
    },
    /** Keeps what was typed, on what is in force by now. */
    rebase: () => put({ ...began, base: body, state }),
    forget: () => forgetEdit(section),
  };
}

function forgetEdit(section: string): void {
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
