import type { AccountEntry, TransferProof } from '@/console/api/contract';

// Writes proofs as the ledger does (docs/proof.md): the other side of features/money/proof.ts, for its tests and for the
// fixtures.

const satang = (baht: number) => BigInt(Math.round(baht * 100));

/** What a batch wrote. numbers are the accounts' by name, ids the transfers' by reference. */
export function contentOf(
  batch: string,
  entries: readonly AccountEntry[],
  numbers: ReadonlyMap<string, string>,
  ids: ReadonlyMap<string, string>,
): Uint8Array<ArrayBuffer> {
  const at = BigInt(Date.parse(entries[0]?.at ?? '2026-11-22T05:00:00Z')) * 1000n;
  const parts = [number(batch), number(7n), number(at)];
  for (const entry of entries) {
    const debit = entry.side === 'debit';
    const id = ids.get(entry.transfer) ?? '0';
    parts.push(
      number(numbers.get(entry.account) ?? '0'),
      number(BigInt(entry.version)),
      number(id),
      number(debit ? 1n : 0n),
    );
    for (const amount of [entry.pending, entry.posted, entry.balance, entry.reserved, entry.incoming])
      parts.push(number(satang(amount)));
    parts.push(text(entry.step));
    if (!debit || (entry.step !== 'reserve' && entry.step !== 'move')) continue;
    parts.push(text('key'), text(entry.kind), text(entry.member ?? ''), number(0n));
    parts.push(number(numbers.get(entry.account) ?? '0'), number(numbers.get(entry.other) ?? '0'));
    parts.push(number(satang(entry.posted + entry.pending)), number(at));
  }
  // A refusal of another member's order, as any batch may have.
  parts.push(text('refusal'), text('key'), number(0n), text('MONEY_NOT_ENOUGH'), text(''), text('{}'));
  return joined(parts);
}

/** The proof of a transfer in one batch, in a seal of some batches. */
export async function sealed(
  id: string,
  batch: string,
  contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  seal: string,
): Promise<TransferProof> {
  const path = await Promise.all(
    [...contents].map(async ([of, content]) => ({ id: of, digest: await digest(content) })),
  );
  const before = await digest(text(`before ${seal}`));
  const at = '2026-11-22T05:00:00.000Z';
  return {
    id,
    steps: [
      {
        batch: {
          id: batch,
          digest: path.find(({ id: of }) => of === batch)?.digest ?? '',
          content: btoa(String.fromCharCode(...(contents.get(batch) ?? []))),
          at,
        },
        seal: {
          number: seal,
          before,
          hash: await digest(linked([before, seal, ...path.flatMap((of) => [of.id, of.digest])])),
          signature: '',
          at,
        },
        path,
      },
    ],
  };
}

const number = (value: bigint | string) => view(8, (data) => data.setBigInt64(0, BigInt(value)));

function text(value: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(value);
  return joined([view(4, (data) => data.setUint32(0, bytes.length)), bytes]);
}

/** Texts as a seal hashes them: with eight bytes of length. */
const linked = (texts: readonly string[]) =>
  joined(
    texts.flatMap((value) => {
      const bytes = new TextEncoder().encode(value);
      return [number(BigInt(bytes.length)), bytes];
    }),
  );

function view(size: number, write: (data: DataView) => void): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  write(new DataView(bytes.buffer));
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...sum))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
