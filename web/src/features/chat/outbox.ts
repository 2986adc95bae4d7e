import { isUnknownOutcome } from '@/shared/api/outcome';
import type { ChatSaid, ChatSent, Conversation } from '@/shared/api/wire';
import { uuid } from '@/shared/lib/uuid';
import { type FileKind, MAX_NAME, SEND_DELAY_MS } from './rules';
import { type Outgoing, stillOut } from './thread';

/** A message without an answer is sent again automatically this often; after that the member decides. */
const TRIES = 3;

export interface Post {
  send(clientId: string, message: ChatSaid): Promise<ChatSent>;
  /** The path that the server gave the file. */
  upload(kind: FileKind, file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<string>;
}

interface Hooks {
  changed(): void;
  delivered(item: Outgoing, sent: ChatSent): void;
}

/**
 * The member's messages, from the tap until the server has them. They are sent one after the other, so that they keep
 * their order; files upload meanwhile. Every message keeps its `clientId`: a repeated message is stored once.
 */
export class Outbox {
  items: Outgoing[];
  private deliveries: Promise<void> = Promise.resolve();
  private uploads = new Map<string, AbortController>();

  constructor(
    private readonly post: Post,
    private readonly hooks: Hooks,
    restored: Outgoing[] = [],
  ) {
    this.items = restored;
  }

  say(message: ChatSaid): void {
    const item = this.add(message, { status: 'sending' });
    this.send(item.clientId);
  }

  attach(file: File, kind: FileKind): void {
    const media = { message: '', url: false, fileType: kind, filePath: '', name: file.name.slice(-MAX_NAME) };
    const preview = URL.createObjectURL(file);
    const item = this.add({ message_type: 'media', payload: media }, { status: 'uploading_file', file, preview });
    void this.upload(item.clientId);
  }

  /** Sends it once more, at the member's tap. */
  resend(clientId: string): void {
    if (this.find(clientId)?.status !== 'failed') return;
    this.patch(clientId, { tries: 0 });
    this.again(clientId);
  }

  remove(clientId: string): void {
    this.uploads.get(clientId)?.abort();
    this.keep(this.items.filter((item) => item.clientId !== clientId));
  }

  /** Reports whether a message without an answer will be sent again automatically. */
  get waits(): boolean {
    return this.items.some(goesAgain);
  }

  /** The server answers again: messages without an answer are sent once more. */
  retry(): void {
    for (const item of this.items.filter(goesAgain)) {
      this.patch(item.clientId, { tries: item.tries + 1 });
      this.again(item.clientId);
    }
  }

  /** Messages that the server is known to have leave the outbox. */
  arrived(messages: Conversation[]): void {
    const rest = stillOut(this.items, messages);
    if (rest !== this.items) this.keep(rest);
  }

  private again(clientId: string): void {
    if (this.find(clientId)?.file) {
      this.patch(clientId, { status: 'uploading_file', part: 0 });
      void this.upload(clientId);
      return;
    }
    this.patch(clientId, { status: 'sending' });
    this.send(clientId);
  }

  private send(clientId: string): void {
    const due = Date.now() + SEND_DELAY_MS;
    this.deliveries = this.deliveries.then(() => this.deliver(clientId, due));
  }

  private async deliver(clientId: string, due: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
    // Earlier messages go first. If they still get no answer, this one would get none either.
    for (const earlier of this.unsaidBefore(clientId)) {
      if (await this.attempt(earlier)) continue;
      const { error } = this.find(earlier) ?? {};
      if (isUnknownOutcome(error)) return this.patch(clientId, { status: 'failed', error });
    }
    if (this.find(clientId)?.status === 'sending') await this.attempt(clientId);
  }

  /**
   * Earlier text messages that the server does not have yet: failed ones, and ones whose retry is queued behind this
   * message.
   */
  private unsaidBefore(clientId: string): string[] {
    const before = this.items.slice(
      0,
      this.items.findIndex((item) => item.clientId === clientId),
    );
    return before
      .filter((item) => !item.file && (item.status === 'sending' || goesAgain(item)))
      .map((item) => item.clientId);
  }

  /** Reports whether the server has it now. */
  private async attempt(clientId: string): Promise<boolean> {
    const item = this.find(clientId);
    if (!item) return true;
    this.patch(clientId, { status: 'sending' });
    try {
      const sent = await this.post.send(clientId, item.message);
      // Not if it was removed meanwhile, or came by the socket first.
      if (this.find(clientId)) this.hooks.delivered(item, sent);
      return true;
    } catch (error) {
      this.patch(clientId, { status: 'failed', error });
      return false;
    }
  }

  private async upload(clientId: string): Promise<void> {
    const item = this.find(clientId);
    if (!item?.file || item.message.message_type !== 'media') return;
    const { payload } = item.message;
    const abort = new AbortController();
    this.uploads.set(clientId, abort);
    try {
      const kind = payload.fileType === 'video' ? 'video' : 'image';
      const filePath = await this.post.upload(kind, item.file, abort.signal, (part) => this.patch(clientId, { part }));
      const { file: _uploaded, ...rest } = this.find(clientId) ?? item;
      const message: ChatSaid = { message_type: 'media', payload: { ...payload, filePath } };
      this.replace(clientId, { ...rest, message, status: 'sending', part: 1 });
      this.send(clientId);
    } catch (error) {
      this.patch(clientId, { status: 'failed', error });
    }
    this.uploads.delete(clientId);
  }

  private add(message: ChatSaid, start: Pick<Outgoing, 'status'> & Partial<Outgoing>): Outgoing {
    const item = { clientId: uuid(), message, at: new Date().toISOString(), part: 0, tries: 0, ...start };
    this.keep([...this.items, item]);
    return item;
  }

  private find(clientId: string): Outgoing | undefined {
    return this.items.find((item) => item.clientId === clientId);
  }

  private patch(clientId: string, over: Partial<Outgoing>): void {
    const item = this.find(clientId);
    if (item) this.replace(clientId, { ...item, ...over });
  }

  private replace(clientId: string, next: Outgoing): void {
    this.keep(this.items.map((item) => (item.clientId === clientId ? next : item)));
  }

  private keep(items: Outgoing[]): void {
    for (const item of this.items) {
      if (!items.some(({ clientId }) => clientId === item.clientId)) forget(item);
    }
    this.items = items;
    this.hooks.changed();
  }
}

const goesAgain = ({ status, error, tries }: Outgoing) =>
  status === 'failed' && tries < TRIES && isUnknownOutcome(error);

/** Frees its picture, which is no longer shown. */
function forget({ preview }: Outgoing): void {
  if (preview) URL.revokeObjectURL(preview);
}
