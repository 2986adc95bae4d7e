import type { AccountEntry, BookAccount, TransferProof } from '@/console/api/contract';
import { type BatchCheck, checkProof, isSame, type Outcome, type Verdict } from './proof';

/** What was found of an account: its last entries, and the newest of them that is sealed. */
export interface AccountCheck {
  outcome: Outcome;
  /** The balance that the page shows is that after its last entry. */
  account: Verdict;
  /** Each entry goes on from the one before. */
  follows: Verdict;
  /** How many entries were compared. */
  count: number;
  /** The entry that was found in the chain. */
  version: number;
  chained: Verdict;
  batch?: BatchCheck | undefined;
}

/** How many of the newest entries may wait for their seal before the check gives up for now. */
const MOST_TRIES = 5;

/**
 * Checks an account by its entries, newest first: the newest is what the page shows, each follows the one before, and
 * the newest that is sealed is in the chain. Sealed entries are numbered without gaps, so what is before it is as well.
 */
export async function checkAccount(
  account: BookAccount,
  entries: readonly AccountEntry[],
  proofOf: (reference: string) => Promise<TransferProof>,
): Promise<AccountCheck> {
  const newest = entries.findIndex(({ version }) => version === account.version);
  if (newest < 0)
    return { outcome: 'unsure', account: 'unread', follows: 'unread', chained: 'unread', count: 0, version: 0 };
  const rows = entries.slice(newest);
  const found = {
    account: says(isShown(account, rows[0] as AccountEntry)),
    follows: says(rows.every((row, at) => isNext(rows[at + 1], row))),
    count: rows.length,
    ...(await chained(account, rows, proofOf)),
  };
  const verdicts = [found.account, found.follows, found.chained];
  const outcome = verdicts.includes('no') ? 'failed' : verdicts.includes('later') ? 'unsure' : 'proved';
  return { ...found, outcome };
}

async function chained(
  account: BookAccount,
  rows: readonly AccountEntry[],
  proofOf: (reference: string) => Promise<TransferProof>,
): Promise<Pick<AccountCheck, 'version' | 'chained' | 'batch'>> {
  for (const row of rows.slice(0, MOST_TRIES)) {
    const proof = await proofOf(row.transfer);
    const steps = proof.steps.filter(({ batch }) => batch.id === row.batch);
    // A transfer has other entries in the batch; here it is this account's that counts.
    const [batch] = await checkProof({ ...proof, steps }, []);
    if (batch?.seal === null) continue;
    const written = batch?.written.find((one) => one.account === account.number && one.version === String(row.version));
    const whole = batch && [batch.content, batch.covered, batch.sealed].every((verdict) => verdict === 'yes');
    return {
      version: row.version,
      chained: says(Boolean(whole && written && written.transfer === proof.id && isSame(row, written))),
      batch,
    };
  }
  return { version: rows[0]?.version ?? 0, chained: 'later' };
}

const says = (agrees: boolean): Verdict => (agrees ? 'yes' : 'no');
const satang = (baht: number) => Math.round(baht * 100);

function isShown(account: BookAccount, { balance, reserved, incoming }: AccountEntry): boolean {
  return account.posted === balance && account.reserved === reserved && account.incoming === incoming;
}

/** Reports whether a row goes on from the one before; the account's first one from nothing. */
function isNext(before: AccountEntry | undefined, row: AccountEntry): boolean {
  if (!before && row.version !== 1) return true;
  const from = before ?? { balance: 0, reserved: 0, incoming: 0, version: 0 };
  const debit = row.side === 'debit';
  return (
    from.version === row.version - 1 &&
    satang(row.balance) === satang(from.balance) + (debit ? -1 : 1) * satang(row.posted) &&
    satang(row.reserved) === satang(from.reserved) + (debit ? satang(row.pending) : 0) &&
    satang(row.incoming) === satang(from.incoming) + (debit ? 0 : satang(row.pending))
  );
}
