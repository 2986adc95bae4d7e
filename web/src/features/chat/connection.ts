import type { Conversation } from '@/shared/api/wire';
import { CHECK_MS, TELLS_MS } from './rules';

/** `refused`: it was never connected. `lost`: it was. */
export type ConnectionState = 'joining' | 'joined' | 'lost' | 'refused';

/** The part of a Socket.IO socket that is used here. */
export interface Wire {
  connected: boolean;
  on(event: string, listener: (...heard: never[]) => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
  emit(event: string, ...said: unknown[]): unknown;
  timeout(ms: number): { emit(event: string, ...said: unknown[]): unknown };
}

interface Ends {
  connect(): Promise<Wire>;
  room(): Promise<string>;
  heard(message: Conversation): void;
  /** The house writes. */
  types(): void;
  changed(state: ConnectionState): void;
  /** Called every five seconds, after the connection was checked. */
  checked(): void;
}

/** The connection for incoming messages. It joins its room, checks itself every 5 s, and joins again (SPEC.md §4). */
export class Connection {
  state: ConnectionState = 'joining';
  private socket: Wire | undefined;
  private opening = false;
  private joining = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** When the owner was last said to write. */
  private told = 0;

  constructor(private readonly ends: Ends) {}

  open(): void {
    if (this.timer) return;
    this.timer = setInterval(() => this.check(), CHECK_MS);
    void this.connect();
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.socket?.disconnect();
    this.socket = undefined;
    this.joining = false;
    this.state = 'joining';
  }

  /** Joins again if the connection is down; also called when the phone wakes up. */
  check(): void {
    if (!this.timer) return;
    if (!this.socket) void this.connect();
    else if (!this.socket.connected) this.socket.connect();
    else if (this.state !== 'joined') void this.join(this.socket);
    this.ends.checked();
  }

  /** The owner writes: the house is told now and then, and of nothing that is written. */
  async tell(): Promise<void> {
    if (this.state !== 'joined' || Date.now() - this.told < TELLS_MS) return;
    this.told = Date.now();
    this.socket?.emit('typing', await this.ends.room());
  }

  private async connect(): Promise<void> {
    if (this.opening) return;
    this.opening = true;
    const socket = await this.ends.connect().catch(() => undefined);
    this.opening = false;
    if (!socket) return this.down();
    if (!this.timer || this.socket) return void socket.disconnect();
    this.socket = socket;
    const mine = () => this.socket === socket;
    socket.on('connect', () => mine() && void this.join(socket));
    socket.on('connect_error', () => mine() && this.down());
    socket.on('disconnect', () => mine() && this.down());
    socket.on('messaging', (message: Conversation) => mine() && this.ends.heard(message));
    socket.on('typing', () => mine() && this.ends.types());
    if (socket.connected) void this.join(socket);
  }

  private async join(socket: Wire): Promise<void> {
    if (this.joining) return;
    this.joining = true;
    const joined = await this.ask(socket).catch(() => false);
    if (this.socket !== socket) return;
    this.joining = false;
    if (joined) this.become('joined');
    else this.down();
  }

  private async ask(socket: Wire): Promise<boolean> {
    const room = await this.ends.room();
    return new Promise((resolve) => {
      const answered = (failure: unknown, answer?: { ok?: boolean }) => resolve(!failure && answer?.ok === true);
      socket.timeout(CHECK_MS).emit('join', room, answered);
    });
  }

  private down(): void {
    this.become(this.state === 'joined' || this.state === 'lost' ? 'lost' : 'refused');
  }

  private become(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    this.ends.changed(state);
  }
}
