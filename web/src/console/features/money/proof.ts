import type { BookEntry, TransferProof } from '@/console/api/contract';
import { readBatch, type WrittenEntry } from './batch-content';

/** later: it has no seal yet. unread: what came before it failed. */
export type Verdict = 'yes' | 'no' | 'later' | 'unread';
export type Outcome = 'proved' | 'failed' | 'unsure';

/** What was found of one batch that has entries of a transfer. */
export interface BatchCheck {
  batch: string;
  seal: string | null;
  content: Verdict;
  covered: Verdict;
  sealed: Verdict;
  entries: Verdict;
  /** All that it wrote, of other transfers, too. */
  written: WrittenEntry[];
}

/** Reports whether this browser has what a proof needs; a page without https has not. */
export const canProve = () => Boolean(globalThis.crypto?.subtle);

/**
 * Checks a proof as docs/proof.md says, without believing the server that sent it: everything is computed from the
 * content. shown are the entries of the transfer that the page has.
 */
export async function checkProof(proof: TransferProof, shown: readonly BookEntry[]): Promise<BatchCheck[]> {
  return Promise.all(proof.steps.map((step) => checkStep(step, proof.id, shown)));
}

async function checkStep(
  { batch, seal, path }: TransferProof['steps'][number],
  transfer: string,
  shown: readonly BookEntry[],
): Promise<BatchCheck> {
  const content = bytesOf(batch.content);
  const read = tryRead(content);
  const of = read?.filter((entry) => entry.transfer === transfer) ?? [];
  return {
    batch: batch.id,
    seal: seal?.number ?? null,
    content: says((await digest(content)) === batch.digest),
    covered: seal ? says(path.some(({ id, digest: of }) => id === batch.id && of === batch.digest)) : 'later',
    sealed: seal
      ? says((await digest(hashed([seal.before, seal.number, ...path.flatMap(linkOf)]))) === seal.hash)
      : 'later',
    entries: read
      ? says(
          of.length > 0 &&
            same(
              of,
              shown.filter((entry) => entry.batch === batch.id),
            ),
        )
      : 'no',
    written: read ?? [],
  };
}

/** What all checks say together. A proof must have every batch of the entries that are shown. */
export function outcomeOf(checks: readonly BatchCheck[], shown: readonly BookEntry[]): Outcome {
  const verdicts = checks.flatMap(({ content, covered, sealed, entries }) => [content, covered, sealed, entries]);
  const proven = new Set(checks.map(({ batch }) => batch));
  if (checks.length === 0 || verdicts.includes('no') || shown.some(({ batch }) => !proven.has(batch))) return 'failed';
  return verdicts.includes('later') ? 'unsure' : 'proved';
}

const says = (agrees: boolean): Verdict => (agrees ? 'yes' : 'no');
const linkOf = ({ id, digest: of }: { id: string; digest: string }) => [id, of];
const satang = (baht: number) => Math.round(baht * 100);

/** Reports whether an entry on the page is one of a batch. */
export function isSame(shown: BookEntry, written: WrittenEntry): boolean {
  return (
    String(shown.version) === written.version &&
    shown.side === written.side &&
    shown.step === written.step &&
    (['pending', 'posted', 'balance', 'reserved', 'incoming'] as const).every(
      (name) => satang(shown[name]) === written[name],
    )
  );
}

const same = (written: readonly WrittenEntry[], shown: readonly BookEntry[]) =>
  written.length === shown.length && written.every((one) => shown.some((other) => isSame(other, one)));

function tryRead(content: Uint8Array): WrittenEntry[] | undefined {
  try {
    return readBatch(content);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The SHA-256, as all hashes are written: base64 with - and _, without padding. */
async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...sum))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Texts as they are hashed: the number of bytes in eight, the highest first, and the bytes. */
function hashed(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts = texts.map((text) => new TextEncoder().encode(text));
  const all = new Uint8Array(parts.reduce((size, { length }) => size + 8 + length, 0));
  let at = 0;
  for (const part of parts) {
    new DataView(all.buffer).setBigUint64(at, BigInt(part.length));
    all.set(part, at + 8);
    at += 8 + part.length;
  }
  return all;
}
