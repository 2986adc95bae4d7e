// biome-ignore-all lint/plugin/waits: the fake server's delays run on vitest's clock
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NETWORK } from '@/shared/api/error';
import type { ChatSaid, Conversation } from '@/shared/api/wire';
import { makeMessage } from '@/testing/chat-factories';
import type { Wire } from './connection';
import { CHECK_MS, PAGE, TELLS_MS, TYPES_MS } from './rules';
import { type Calls, type Owner, Talk } from './talk';
import type { Outgoing } from './thread';

const OWNER: Owner = { userId: null, guestId: 'guest-1', username: '', name: '' };

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-22T05:00:00.000Z') }));
afterEach(() => vi.useRealTimers());

/** A server that can be down, lose an answer, and forget its sockets; it never forgets a stored message. */
class FakeChat {
  stored: Conversation[] = [];
  up = true;
  /** The next answer of a send is lost after the message was stored. */
  loseAnswer = false;
  joins: string[] = [];
  refuseJoin = false;
  reads = 0;
  /** The rooms whose owner was said to write. */
  told: string[] = [];
  private socket: { wire: FakeWire; joined: boolean } | undefined;

  readonly calls: Calls = {
    prefix: () => this.answer(() => 'krapao'),
    history: (skip) => this.answer(() => this.stored.toReversed().slice(skip, skip + PAGE)),
    read: () => this.answer(() => (this.reads += 1)),
    upload: (_kind, file, _signal, onProgress) =>
      this.answer(() => {
        onProgress(1);
        return `/media/${file.name}`;
      }),
    send: (clientId, message) => this.send(clientId, message),
    connect: async () => new FakeWire(this),
  };

  private async answer<T>(make: () => T): Promise<T> {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (!this.up) throw new ApiError(NETWORK, 0);
    return make();
  }

  private async send(clientId: string, message: ChatSaid) {
    const stored = await this.answer(() => {
      const known = this.stored.find((one) => one.clientId === clientId);
      return known ?? this.store({ sender: 'customer', clientId, message });
    });
    if (this.loseAnswer) {
      this.loseAnswer = false;
      throw new ApiError(NETWORK, 0);
    }
    return { _id: stored._id, createdAt: stored.createdAt, session_id: stored.session_id };
  }

  private store(over: Partial<Conversation>): Conversation {
    const n = this.stored.length;
    const message = makeMessage({
      _id: `m${n}`,
      createdAt: new Date(Date.UTC(2026, 10, 20) + n).toISOString(),
      ...over,
    });
    this.stored.push(message);
    const { socket } = this;
    if (this.up && socket?.joined) setTimeout(() => socket.wire.tell('messaging', message), 5);
    return message;
  }

  says(text: string): Conversation {
    return this.store({ message: { message_type: 'text', payload: text } });
  }

  /** An operator types. */
  types(): void {
    this.socket?.wire.tell('typing', 'other');
  }

  /** A restart: every socket is closed. */
  drop(): void {
    const wire = this.socket?.wire;
    this.socket = undefined;
    wire?.lost();
  }

  accept(wire: FakeWire): boolean {
    if (!this.up) return false;
    this.socket = { wire, joined: false };
    return true;
  }

  join(wire: FakeWire, room: string): boolean {
    if (!this.up || this.refuseJoin || this.socket?.wire !== wire) return false;
    this.joins.push(room);
    this.socket.joined = true;
    return true;
  }
}

class FakeWire implements Wire {
  connected = false;
  private readonly heard = new Map<string, (...heard: never[]) => void>();
  constructor(private readonly house: FakeChat) {
    setTimeout(() => this.connect(), 10);
  }
  on(event: string, listener: (...heard: never[]) => void) {
    this.heard.set(event, listener);
  }
  tell(event: string, ...said: unknown[]) {
    this.heard.get(event)?.(...(said as never[]));
  }
  connect() {
    this.connected = this.house.accept(this);
    this.tell(this.connected ? 'connect' : 'connect_error');
  }
  disconnect() {
    this.connected = false;
  }
  emit(event: string, room: unknown) {
    if (event === 'typing') this.house.told.push(String(room));
  }
  lost() {
    this.connected = false;
    this.tell('disconnect');
  }
  timeout() {
    return {
      emit: (_event: string, room: unknown, answered: unknown) => {
        const ok = this.house.join(this, String(room));
        setTimeout(() => (answered as (failure: unknown, answer: { ok: boolean }) => void)(null, { ok }), 10);
      },
    };
  }
}

function begin(house: FakeChat, over: { watched?: () => boolean; over?: () => boolean; restored?: Outgoing[] } = {}) {
  const kept: Outgoing[][] = [];
  const talk = new Talk({
    owner: OWNER,
    calls: house.calls,
    watched: over.watched ?? (() => true),
    over: over.over ?? (() => false),
    restored: over.restored ?? [],
    keep: (items) => kept.push(items),
  });
  talk.open();
  return { talk, kept };
}
const text = (payload: string): ChatSaid => ({ message_type: 'text', payload });
const words = (talk: Talk) => talk.state.messages.map(({ message }) => message.payload);
const some = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('the house writes: it is seen until its message comes, or for five seconds after its last sign', async () => {
  const house = new FakeChat();
  const { talk } = begin(house);
  await some(100);
  house.types();
  await some(TYPES_MS - 1000);
  house.types();
  await some(TYPES_MS - 1);
  expect(talk.state.typing).toBe(true);
  await some(1);
  expect(talk.state.typing).toBe(false);
  house.types();
  house.says('here it is');
  await some(10);
  expect(talk.state.typing).toBe(false);
  house.types();
  talk.close();
  expect(talk.state.typing).toBe(false);
});

test('what the owner writes is told as that it writes, now and then, and not of an empty field', async () => {
  const house = new FakeChat();
  const { talk } = begin(house);
  talk.write('too early to be heard');
  await some(100);
  talk.write(' ');
  await some(10);
  expect(house.told).toEqual([]);
  for (const typed of ['w', 'wh', 'whe', 'when']) talk.write(typed);
  await some(30);
  expect(house.told).toEqual(['krapao-guest-1']);
  await some(TELLS_MS);
  talk.write('when?');
  await some(30);
  expect(house.told).toHaveLength(2);
  expect(talk.draft).toBe('when?');
});

test('joins the room of its owner, loads the newest page and then older ones until there are no more', async () => {
  const house = new FakeChat();
  for (let i = 0; i < 23; i++) house.says(`${i}`);
  const { talk } = begin(house);
  await some(100);
  expect(house.joins).toEqual(['krapao-guest-1']);
  expect(words(talk)).toEqual(Array.from({ length: 10 }, (_, i) => `${13 + i}`));
  expect(talk.state.more).toBe(true);
  void talk.loadOlder();
  void talk.loadOlder();
  await some(100);
  expect(words(talk)).toHaveLength(20);
  void talk.loadOlder();
  await some(100);
  expect(words(talk)).toEqual(house.stored.map(({ message }) => message.payload));
  expect(talk.state.more).toBe(false);
});

describe('sending', () => {
  test('a message shows at once, is sent after 500 ms, and is confirmed with the time of the answer', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    talk.outbox.say(text('hello'));
    expect(talk.state.outbox.map(({ status }) => status)).toEqual(['sending']);
    await some(499);
    expect(house.stored).toHaveLength(0);
    await some(100);
    expect(words(talk)).toEqual(['hello']);
    expect(talk.state.outbox).toEqual([]);
    expect(talk.state.messages[0]).toMatchObject({
      _id: 'm0',
      sender: 'customer',
      createdAt: house.stored[0]?.createdAt,
    });
  });

  test('messages keep their order', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    for (const one of ['a', 'b', 'c']) talk.outbox.say(text(one));
    await some(800);
    expect(words(talk)).toEqual(['a', 'b', 'c']);
  });

  test('a lost answer does not double the message', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    house.drop();
    house.loseAnswer = true;
    talk.outbox.say(text('once'));
    await some(600);
    expect(talk.state.outbox[0]).toMatchObject({ status: 'failed' });
    await some(CHECK_MS * 2);
    expect(words(talk)).toEqual(['once']);
    expect(house.stored).toHaveLength(1);
  });

  test('a request lost while connected is sent again automatically', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    house.up = false;
    talk.outbox.say(text('lost on its way'));
    await some(600);
    expect(talk.state.outbox[0]).toMatchObject({ status: 'failed' });
    house.up = true;
    await some(CHECK_MS + 1000);
    expect(talk.state.connection).toBe('joined');
    expect(words(talk)).toEqual(['lost on its way']);
  });

  test('offline it fails, and is sent by itself when the server is back', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    house.up = false;
    house.drop();
    talk.outbox.say(text('later'));
    await some(700);
    expect(talk.state).toMatchObject({ connection: 'lost' });
    expect(talk.state.outbox[0]).toMatchObject({ status: 'failed' });
    house.up = true;
    await some(CHECK_MS * 2);
    expect(words(talk)).toEqual(['later']);
    expect(talk.state.connection).toBe('joined');
  });

  test('messages written while the server was away keep their order, and later ones come after them', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    house.up = false;
    house.drop();
    for (const one of ['a', 'b', 'c']) talk.outbox.say(text(one));
    await some(1500);
    expect(talk.state.outbox.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    house.up = true;
    talk.outbox.say(text('d'));
    await some(1500);
    expect(words(talk)).toEqual(['a', 'b', 'c', 'd']);
    expect(house.stored).toHaveLength(4);
  });

  test('a refusal is not sent again automatically; the member may do so, or remove it', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    let refuse = true;
    const { send } = house.calls;
    house.calls.send = async (...args) => {
      if (refuse) throw new ApiError('REQUEST_LIMIT', 429, { seconds: 30 });
      return send(...args);
    };
    talk.outbox.say(text('one'));
    talk.outbox.say(text('two'));
    await some(CHECK_MS * 3);
    expect(talk.state.outbox.map(({ status }) => status)).toEqual(['failed', 'failed']);
    refuse = false;
    const [one, two] = talk.state.outbox;
    talk.outbox.remove(one?.clientId ?? '');
    talk.outbox.resend(two?.clientId ?? '');
    await some(700);
    expect(words(talk)).toEqual(['two']);
    expect(talk.state.outbox).toEqual([]);
  });

  test('a message that survived a reload is sent once, unless the history has it', async () => {
    const house = new FakeChat();
    const out = (clientId: string): Outgoing => ({
      clientId,
      message: text(clientId),
      status: 'failed',
      at: '2026-11-22T04:59:00.000Z',
      part: 0,
      tries: 0,
      error: new ApiError(NETWORK, 0),
    });
    await Promise.all([house.calls.send('stored', text('stored')), some(50)]);
    const { talk, kept } = begin(house, { restored: [out('stored'), out('lost')] });
    await some(1000);
    expect(words(talk)).toEqual(['stored', 'lost']);
    expect(house.stored).toHaveLength(2);
    expect(kept.at(-1)).toEqual([]);
  });
});

describe('the connection', () => {
  test('every message that was sent during the outage is there, however many', async () => {
    const house = new FakeChat();
    for (let i = 0; i < 5; i++) house.says(`${i}`);
    const { talk } = begin(house);
    await some(100);
    house.drop();
    for (let i = 5; i < 48; i++) house.says(`${i}`);
    await some(CHECK_MS + 1000);
    expect(words(talk)).toEqual(house.stored.map(({ message }) => message.payload));
  });

  test('a message that comes right after a reconnect does not hide the gap before it', async () => {
    const house = new FakeChat();
    house.says('first');
    const { talk } = begin(house);
    await some(100);
    house.drop();
    for (let i = 0; i < 15; i++) house.says(`gap ${i}`);
    await some(CHECK_MS - 100);
    const join = house.join.bind(house);
    house.join = (...args) => {
      const ok = join(...args);
      house.says('right after');
      return ok;
    };
    await some(1500);
    expect(words(talk)).toEqual(house.stored.map(({ message }) => message.payload));
  });

  test('without a socket the history is polled every five seconds', async () => {
    const house = new FakeChat();
    house.refuseJoin = true;
    const { talk } = begin(house);
    await some(100);
    expect(talk.state.connection).toBe('refused');
    house.says('by the history');
    await some(CHECK_MS + 100);
    expect(words(talk)).toEqual(['by the history']);
    house.refuseJoin = false;
    await some(CHECK_MS + 100);
    expect(talk.state.connection).toBe('joined');
  });

  test('closed, it is silent; opened again, nothing is missing', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    talk.close();
    house.says('meanwhile');
    await some(CHECK_MS * 3);
    expect(words(talk)).toEqual([]);
    talk.open();
    await some(100);
    expect(words(talk)).toEqual(['meanwhile']);
  });
});

describe('reading', () => {
  test('further up, new messages are counted; at the bottom they are marked as read, once, a second later', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    talk.scrolled(false);
    house.says('one');
    house.says('two');
    await some(2000);
    expect([talk.state.unread, house.reads]).toEqual([2, 0]);
    talk.scrolled(true);
    expect(talk.state.unread).toBe(0);
    await some(990);
    expect(house.reads).toBe(0);
    house.says('three');
    await some(2000);
    expect(house.reads).toBe(1);
  });

  test('a message that arrives while the others are being marked is marked as well', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    house.says('one');
    await some(1006);
    house.says('two');
    await some(3000);
    expect([talk.state.unread, house.reads]).toEqual([0, 2]);
  });

  test('a hidden page marks nothing as read', async () => {
    const house = new FakeChat();
    let visible = false;
    const { talk } = begin(house, { watched: () => visible });
    await some(100);
    house.says('one');
    await some(3000);
    expect([talk.state.unread, house.reads]).toEqual([1, 0]);
    visible = true;
    talk.wake();
    await some(3000);
    expect([talk.state.unread, house.reads]).toEqual([0, 1]);
  });

  test('messages that nothing draws are counted, and read once they are drawn', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    talk.leave();
    house.says('one');
    talk.wake();
    await some(3000);
    expect([talk.state.unread, house.reads]).toEqual([1, 0]);
    talk.scrolled(true);
    await some(3000);
    expect([talk.state.unread, house.reads]).toEqual([0, 1]);
  });

  test('after a logout nothing more is received', async () => {
    const house = new FakeChat();
    let over = false;
    const { talk } = begin(house, { over: () => over });
    await some(100);
    talk.leave();
    over = true;
    await some(CHECK_MS);
    house.says('one');
    await some(CHECK_MS * 3);
    expect([talk.state.connection, talk.state.unread, words(talk)]).toEqual(['joining', 0, []]);
  });

  test('one’s own messages are not unread', async () => {
    const house = new FakeChat();
    const { talk } = begin(house);
    await some(100);
    talk.scrolled(false);
    talk.outbox.say(text('mine'));
    await some(1000);
    expect(talk.state.unread).toBe(0);
  });
});

/** A small random generator, so that a failing run can be repeated by its seed. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % sides;
  };
}

test.each(Array.from({ length: 40 }, (_, i) => i + 1))(
  'nothing is lost or doubled in bad days, seed %i',
  async (seed) => {
    const roll = dice(seed);
    const house = new FakeChat();
    for (let i = roll(30); i > 0; i--) house.says(`old ${i}`);
    const { talk } = begin(house);
    const said: string[] = [];
    for (let step = 0; step < 40; step++) {
      const deed = roll(8);
      if (deed === 0) house.drop();
      if (deed === 1) {
        house.up = !house.up;
        if (!house.up) house.drop();
      }
      if (deed === 2 || deed === 3) for (let i = roll(14); i > 0; i--) house.says(`house ${step} ${i}`);
      if (deed === 4 || deed === 5) {
        said.push(`mine ${step}`);
        talk.outbox.say(text(`mine ${step}`));
      }
      if (deed === 6) house.loseAnswer = true;
      if (deed === 7) talk.wake();
      await some(roll(3) === 0 ? roll(9000) : roll(400));
    }
    house.up = true;
    house.loseAnswer = false;
    await some(CHECK_MS * 3);
    for (const { clientId } of talk.state.outbox) talk.outbox.resend(clientId);
    await some(60_000);
    while (talk.state.more) {
      void talk.loadOlder();
      await some(200);
    }
    expect(talk.state.outbox).toEqual([]);
    expect(words(talk)).toEqual(house.stored.map(({ message }) => message.payload));
    expect(
      words(talk)
        .filter((one) => said.includes(String(one)))
        .toSorted(),
    ).toEqual(said.toSorted());
  },
);
