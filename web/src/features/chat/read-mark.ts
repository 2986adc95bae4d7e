import { READ_DELAY_MS } from './rules';

/**
 * Tells the server that all messages are read: a second later, and never twice at once (SPEC.md §7). Messages that are
 * read while the mark is being sent get one more mark after it.
 */
export class ReadMark {
  private state: 'idle' | 'waiting' | 'telling' = 'idle';
  private again = false;

  constructor(private readonly tell: () => Promise<unknown>) {}

  wanted(): void {
    if (this.state === 'telling') this.again = true;
    if (this.state !== 'idle') return;
    this.state = 'waiting';
    setTimeout(() => void this.send(), READ_DELAY_MS);
  }

  private async send(): Promise<void> {
    this.state = 'telling';
    // The next message or the next visit makes up for a lost mark.
    await this.tell().catch(() => undefined);
    this.state = 'idle';
    const { again } = this;
    this.again = false;
    if (again) this.wanted();
  }
}
