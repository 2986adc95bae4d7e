import type { AccountEntry, BookAccount, BookTransfer, TransferProof } from '@/console/api/contract';
import { contentOf, sealed } from './batch-writer';
import { ago } from './fixtures';
import { on, refuse } from './server';

interface Move {
  kind: string;
  debit: string;
  credit: string;
  amount: number;
  member: string | null;
}

const MEMBER = '7Q2KD0M4XW9T';
const WALLET = `member:${MEMBER}:wallet`;
const LONG = 'game:amblotto:maximilian_alexander_von_habsburg_lothringen';

/** What moves again and again in the books of the fixtures. */
const ROUND: readonly Move[] = [
  { kind: 'deposit', debit: 'bank:SCB1', credit: WALLET, amount: 1_250.5, member: MEMBER },
  { kind: 'game_in', debit: WALLET, credit: 'game:joker:kp7q2kd0', amount: 800, member: MEMBER },
  { kind: 'game_result', debit: 'game:joker:kp7q2kd0', credit: 'result:joker', amount: 315.25, member: null },
  { kind: 'game_out', debit: 'game:joker:kp7q2kd0', credit: WALLET, amount: 484.75, member: MEMBER },
  { kind: 'bonus', debit: 'house:bonus', credit: WALLET, amount: 100, member: MEMBER },
  {
    kind: 'deposit',
    debit: 'bank:KBANK',
    credit: 'member:3FZ8N1C6RB5Y:wallet',
    amount: 128_500,
    member: '3FZ8N1C6RB5Y',
  },
  { kind: 'game_in', debit: 'member:3FZ8N1C6RB5Y:wallet', credit: LONG, amount: 12_000, member: '3FZ8N1C6RB5Y' },
  { kind: 'withdraw', debit: WALLET, credit: 'house:payout', amount: 500, member: MEMBER },
  { kind: 'write_off', debit: 'house:adjustment', credit: 'house:receivable:3FZ8N1C6RB5Y', amount: 40, member: null },
];
const ROUNDS = 30;
/** How many batches a seal has. */
const SEAL = 3;

const classOf = (name: string) =>
  (name.startsWith('house:receivable:') ? 'receivable' : name.split(':')[0]) as BookAccount['class'];

/** Small books that add up: every transfer moved at once, in a batch of its own. */
export function makeBooks() {
  const accounts = new Map<string, BookAccount>();
  const entries: AccountEntry[] = [];
  const transfers: BookTransfer[] = [];
  const account = (name: string): BookAccount => {
    const known = accounts.get(name);
    if (known) return known;
    const floored = /^(member|game):/.test(name);
    const opened: BookAccount = {
      name,
      number: String(1000 + accounts.size),
      class: classOf(name),
      posted: 0,
      reserved: 0,
      incoming: 0,
      available: 0,
      floor: floored ? 0 : name === 'house:bonus' ? -500_000 : null,
      gates: [],
      version: 0,
    };
    accounts.set(name, opened);
    return opened;
  };
  const enter = (name: string, side: 'debit' | 'credit', move: Move, { reference, batch, at }: Posted) => {
    const of = account(name);
    of.posted = round(of.posted + (side === 'debit' ? -move.amount : move.amount));
    of.available = of.posted;
    of.version += 1;
    entries.push({
      batch,
      account: name,
      version: of.version,
      transfer: reference,
      step: 'move',
      side,
      pending: 0,
      posted: move.amount,
      balance: of.posted,
      reserved: 0,
      incoming: 0,
      at,
      kind: move.kind,
      state: 'posted',
      other: side === 'debit' ? move.credit : move.debit,
      member: move.member,
    });
  };
  for (let n = 0; n < ROUNDS * ROUND.length; n++) {
    const move = ROUND[n % ROUND.length] as Move;
    const posted = {
      reference: `kp${String(n).padStart(13, '0')}`,
      batch: String(500 + n),
      at: ago((ROUNDS * ROUND.length - n) * 7),
    };
    enter(move.debit, 'debit', move, posted);
    enter(move.credit, 'credit', move, posted);
    transfers.push({
      ...move,
      reference: posted.reference,
      id: String(900_000 + n),
      moved: move.amount,
      state: 'posted',
      createdAt: posted.at,
      settledAt: posted.at,
      found: null,
      note: '',
    });
  }
  return { accounts, entries, transfers: transfers.reverse() };
}

type Posted = { reference: string; batch: string; at: string };
type Books = ReturnType<typeof makeBooks>;

const round = (baht: number) => Math.round(baht * 100) / 100;

/** The proof of a transfer of the fixtures, as the ledger would give it. */
export async function proofOf({ accounts, entries, transfers }: Books, transfer: BookTransfer): Promise<TransferProof> {
  const numbers = new Map([...accounts.values()].map(({ name, number }) => [name, number]));
  const ids = new Map(transfers.map(({ reference, id }) => [reference, id]));
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  const own = entries.find(({ transfer: of }) => of === transfer.reference)?.batch ?? '';
  const first = 500 + Math.floor((Number(own) - 500) / SEAL) * SEAL;
  for (let batch = first; batch < first + SEAL; batch++)
    contents.set(
      String(batch),
      contentOf(
        String(batch),
        entries.filter((entry) => entry.batch === String(batch)),
        numbers,
        ids,
      ),
    );
  return sealed(transfer.id, own, contents, String((first / SEAL) | 0));
}

const paged = <Row>(all: readonly Row[], query: URLSearchParams) => {
  const from = Number(query.get('after') ?? 0);
  const upto = from + Number(query.get('limit') ?? 50);
  return {
    items: all.slice(from, upto),
    next: upto < all.length ? String(upto) : null,
    asOf: new Date().toISOString(),
    from: 'primary' as const,
  };
};

export function moneyHandlers(books = makeBooks()) {
  const found = <T>(one: T | undefined): T => {
    if (!one) throw refuse(404, 'NO_DATA');
    return one;
  };
  const transferOf = (reference: unknown) => found(books.transfers.find((one) => one.reference === reference));
  const inSpan = (at: string, query: URLSearchParams) =>
    at >= (query.get('from') ?? '') && at < (query.get('to') ?? '9') && at !== '';
  return [
    on('get', '/api/account', ({ query }) => {
      const of = query.get('class');
      const all = [...books.accounts.values()].filter(
        ({ name, class: group, posted }) =>
          (!of || group === of) &&
          name.startsWith(query.get('prefix') ?? '') &&
          posted > Number(query.get('over') ?? Number.NEGATIVE_INFINITY),
      );
      return paged(
        all.sort((a, b) => a.name.localeCompare(b.name)),
        query,
      );
    }),
    on('get', '/api/account/{name}', ({ params }) =>
      found(books.accounts.get(decodeURIComponent(String(params.name)))),
    ),
    on('get', '/api/account/{name}/entry', ({ params, query }) => {
      const name = decodeURIComponent(String(params.name));
      const all = books.entries.filter(
        ({ account, kind, at }) =>
          account === name && (!query.get('kind') || kind === query.get('kind')) && inSpan(at, query),
      );
      return paged(all.reverse(), query);
    }),
    on('get', '/api/transfer', ({ query }) =>
      paged(
        books.transfers.filter(
          ({ kind, state, member, debit, credit, createdAt }) =>
            (!query.get('kind') || kind === query.get('kind')) &&
            (!query.get('state') || state === query.get('state')) &&
            (!query.get('member') || member === query.get('member')) &&
            (!query.get('account') || [debit, credit].includes(query.get('account') ?? '')) &&
            inSpan(createdAt, query),
        ),
        query,
      ),
    ),
    on('get', '/api/transfer/{reference}', ({ params }) => {
      const transfer = transferOf(params.reference);
      return {
        transfer,
        detail: {
          from: 'SCB',
          to: 'WALLET',
          reason: '',
          outside: '20261122-00417',
          account: 'xxx-x-x4321',
          parent: '',
        },
        key: 'b8c1',
        entries: books.entries.filter((entry) => entry.transfer === transfer.reference),
        linked: transfer.kind === 'withdraw' ? books.transfers.slice(0, 1) : [],
      };
    }),
    on('get', '/api/transfer/{reference}/proof', ({ params }) => proofOf(books, transferOf(params.reference))),
  ];
}
