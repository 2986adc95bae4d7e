/** An entry as the commit of a batch wrote it (docs/proof.md, "The form of content"). Amounts are satang. */
export interface WrittenEntry {
  account: string;
  version: string;
  transfer: string;
  side: 'debit' | 'credit';
  pending: number;
  posted: number;
  balance: number;
  reserved: number;
  incoming: number;
  step: string;
}

const REFUSAL = 'refusal';
/** The number of bytes that a text's length takes. */
const LENGTH = 4;
const NUMBER = 8;

/** Reads all entries of a batch. It throws a RangeError if the content ends too early. */
export function readBatch(content: Uint8Array): WrittenEntry[] {
  const read = new Reader(content);
  // The batch, its epoch and its time.
  read.numbers(3);
  const entries: WrittenEntry[] = [];
  while (!read.ended) {
    if (read.isRefusal()) {
      read.texts(2);
      read.numbers(1);
      read.texts(3);
      continue;
    }
    const entry = read.entry();
    entries.push(entry);
    if (entry.side === 'debit' && (entry.step === 'reserve' || entry.step === 'move')) {
      // The transfer itself.
      read.texts(3);
      read.numbers(5);
    }
  }
  return entries;
}

class Reader {
  private at = 0;
  private readonly view: DataView;
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get ended() {
    return this.at >= this.bytes.length;
  }

  number(): bigint {
    const value = this.view.getBigInt64(this.at);
    this.at += NUMBER;
    return value;
  }

  numbers(count: number) {
    for (let n = 0; n < count; n++) this.number();
  }

  text(): string {
    const from = this.at + LENGTH;
    const to = from + this.view.getUint32(this.at);
    if (to > this.bytes.length) throw new RangeError('the content ends too early');
    this.at = to;
    return new TextDecoder().decode(this.bytes.subarray(from, to));
  }

  texts(count: number) {
    for (let n = 0; n < count; n++) this.text();
  }

  /** A refusal begins with its own name, and no account has a number that small. */
  isRefusal(): boolean {
    if (this.view.getUint32(this.at) !== REFUSAL.length) return false;
    const from = this.at + LENGTH;
    return new TextDecoder().decode(this.bytes.subarray(from, from + REFUSAL.length)) === REFUSAL;
  }

  entry(): WrittenEntry {
    return {
      account: String(this.number()),
      version: String(this.number()),
      transfer: String(this.number()),
      side: this.number() === 1n ? 'debit' : 'credit',
      pending: Number(this.number()),
      posted: Number(this.number()),
      balance: Number(this.number()),
      reserved: Number(this.number()),
      incoming: Number(this.number()),
      step: this.text(),
    };
  }
}
