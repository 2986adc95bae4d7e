import type { ChatSent, Conversation } from '@/shared/api/wire';
import { createStore, type Store } from '@/shared/lib/store';
import { Connection, type ConnectionState, type Wire } from './connection';
import { Outbox, type Post } from './outbox';
import { ReadMark } from './read-mark';
import { PAGE, TYPES_MS } from './rules';
import { freshOf, merge, type Outgoing, reaches } from './thread';

/** If the list is further behind than this many pages, it starts again with the newest messages. */
const PAGES_BEHIND = 20;

export interface Calls extends Post {
  prefix(): Promise<string>;
  /** A page, newest first. */
  history(skip: number): Promise<Conversation[]>;
  read(): Promise<unknown>;
  connect(): Promise<Wire>;
}

/** The owner of the conversation: exactly one of the ids is set. */
export interface Owner {
  userId: string | null;
  guestId: string | null;
  username: string;
  name: string;
}

export const idOf = ({ userId, guestId }: Pick<Owner, 'userId' | 'guestId'>) => userId ?? guestId ?? '';

interface Settings {
  owner: Owner;
  calls: Calls;
  /** Whether the page is visible. */
  watched(): boolean;
  /** Whether the owner has logged out, or in. */
  over(): boolean;
  restored: Outgoing[];
  /** The outbox has changed: what should survive a reload is saved. */
  keep(items: Outgoing[]): void;
}

export interface TalkState {
  /** Oldest first. */
  messages: Conversation[];
  outbox: Outgoing[];
  history: 'loading' | 'failed' | 'ready';
  /** Why the history could not be loaded at first. */
  error: unknown;
  /** Whether there are older messages, and whether they are loading. */
  more: boolean;
  older: boolean;
  connection: ConnectionState;
  unread: number;
  /** The house's last message that came while the page was open. */
  heard: Conversation | undefined;
  /** The house writes. */
  typing: boolean;
}

/**
 * One conversation: its messages, those being sent, and their connection. React draws it, but it does not depend on
 * React.
 */
export class Talk {
  readonly store: Store<TalkState>;
  /** The unfinished text; it outlives the closing of the panel. */
  draft = '';
  readonly outbox: Outbox;
  private readonly connection: Connection;
  private readonly mark: ReadMark;
  private atBottom = true;
  private typing: ReturnType<typeof setTimeout> | undefined;
  /** Since the connection was lost, messages may have come that are not here. */
  private gap = true;
  /** The messages from before the gap. */
  private sure: Conversation[] = [];
  private catching = false;
  private again = false;

  constructor(private readonly settings: Settings) {
    const { calls, owner, restored } = settings;
    const changed = () => this.outboxChanged();
    const delivered = (item: Outgoing, sent: ChatSent) => this.took([confirmed(owner, item, sent)]);
    this.outbox = new Outbox(calls, { changed, delivered }, restored);
    this.mark = new ReadMark(() => calls.read());
    this.connection = new Connection({
      connect: () => calls.connect(),
      room: async () => `${await calls.prefix()}-${idOf(owner)}`,
      heard: (message) => this.took([message]),
      types: () => this.types(true),
      changed: (connection) => this.connectionChanged(connection),
      checked: () => {
        if (settings.over()) return this.close();
        const behind = this.gap || this.connection.state !== 'joined' || this.outbox.waits;
        if (behind && this.settings.watched()) void this.catchUp();
      },
    });
    this.store = createStore<TalkState>({
      messages: [],
      outbox: restored,
      history: 'loading',
      error: undefined,
      more: false,
      older: false,
      connection: 'joining',
      unread: 0,
      heard: undefined,
      typing: false,
    });
  }

  get state(): TalkState {
    return this.store.get();
  }

  open(): void {
    this.connection.open();
    void this.catchUp();
  }

  /** Nothing draws it: new messages are not seen, but counted. */
  leave(): void {
    this.atBottom = false;
  }

  close(): void {
    this.connection.close();
    this.types(false);
    this.gap = true;
    this.set({ connection: 'joining' });
  }

  /** The phone woke up, or has a network again. */
  wake(): void {
    this.gap = true;
    this.connection.check();
    this.look();
  }

  /** The list's position: at its bottom everything is seen. */
  scrolled(atBottom: boolean): void {
    this.atBottom = atBottom;
    this.look();
  }

  private look(): void {
    if (!this.atBottom || !this.settings.watched() || this.state.unread === 0) return;
    this.set({ unread: 0 });
    this.mark.wanted();
  }

  /** The page before the oldest message. */
  async loadOlder(): Promise<void> {
    const { older, more, messages } = this.state;
    if (older || !more) return;
    this.set({ older: true });
    try {
      const page = await this.settings.calls.history(messages.length);
      const before = this.state.messages.length;
      this.took(page.toReversed(), true);
      this.set({ older: false, more: page.length === PAGE });
      // The page is full and holds nothing new: so many messages came meanwhile that it overlaps with known ones.
      if (page.length === PAGE && this.state.messages.length === before) await this.catchUp();
    } catch {
      this.set({ older: false });
    }
  }

  /** Fetches the messages since the connection was last complete, so that there is no gap. */
  async catchUp(): Promise<void> {
    this.again = this.catching;
    if (this.catching) return;
    this.catching = true;
    try {
      do {
        this.again = false;
        // From here on messages come by the connection, if it is open already.
        const joined = this.connection.state === 'joined';
        await this.fetchNewest();
        this.gap = !joined;
        this.sure = this.state.messages;
      } while (this.again);
      this.outbox.retry();
    } catch (error) {
      if (this.state.history !== 'ready') this.set({ history: 'failed', error });
    }
    this.catching = false;
  }

  private async fetchNewest(): Promise<void> {
    let newest: Conversation[] = [];
    for (let pages = 0; pages < PAGES_BEHIND; pages++) {
      const page = await this.settings.calls.history(newest.length);
      const full = page.length === PAGE;
      newest = merge(newest, page.toReversed(), true);
      if (!reaches(this.sure, newest, full)) continue;
      const first = this.state.history !== 'ready';
      this.took(newest);
      if (first) this.begin(full);
      return;
    }
    this.set({ messages: newest, more: true });
    this.took(newest);
  }

  private begin(more: boolean): void {
    this.set({ history: 'ready', error: undefined, more });
    if (this.state.messages.some(({ sender }) => sender === 'other') && this.atBottom && this.settings.watched())
      this.mark.wanted();
  }

  /** What is being written is kept, and the house sees that something is. */
  write(text: string): void {
    this.draft = text;
    if (text.trim()) this.connection.tell().catch(() => undefined);
  }

  /** Whether the house writes. Without another sign it has stopped. */
  private types(typing: boolean): void {
    clearTimeout(this.typing);
    if (typing) this.typing = setTimeout(() => this.types(false), TYPES_MS);
    if (typing !== this.state.typing) this.set({ typing });
  }

  private took(incoming: Conversation[], older = false): void {
    const known = this.state.messages;
    const messages = merge(known, incoming, older);
    const fresh = older || this.state.history !== 'ready' ? [] : freshOf(known, incoming);
    if (!this.gap) this.sure = messages;
    this.outbox.arrived(messages);
    this.set({ messages, outbox: this.outbox.items });
    if (fresh.length === 0) return;
    this.types(false);
    this.set({ heard: fresh.at(-1), unread: this.state.unread + fresh.length });
    this.look();
  }

  private connectionChanged(connection: ConnectionState): void {
    this.gap = true;
    this.set({ connection });
    if (connection === 'joined') void this.catchUp();
  }

  private outboxChanged(): void {
    this.set({ outbox: this.outbox.items });
    this.settings.keep(this.outbox.items);
  }

  private set(over: Partial<TalkState>): void {
    this.store.set({ ...this.state, ...over });
  }
}

function confirmed(owner: Owner, { clientId, message }: Outgoing, sent: ChatSent): Conversation {
  return { ...owner, ...sent, clientId, message, sender: 'customer', deviceToken: '' };
}
