import type { StatementRow } from '@/shared/api/wire';
import type { OpenLink } from './open-link';

/** The statement's word for where a wallet link's money comes from. */
const ISSUER = 'TRUEMONEY';

/**
 * The link inside of what was pasted: people copy the whole message that TrueMoney made. What has no address in it goes
 * to the server as it is, which says what is wrong with it.
 */
export function linkIn(pasted: string): string {
  const text = pasted.trim();
  return text.match(/https?:\/\/[^\s<>"']+/i)?.[0] ?? text;
}

/** The statement's row that says what became of a link: by its reference, or the first money of the issuer since. */
export function settledBy(link: OpenLink, rows: readonly StatementRow[]): StatementRow | undefined {
  const settled = rows.filter((row) => row.status !== 'IN_PROGRESS');
  return (
    settled.find((row) => row.reference === link.reference) ??
    [...settled]
      .reverse()
      .find((row) => row.statementType === 'deposit' && row.from === ISSUER && Date.parse(row.createdAt) >= link.at)
  );
}
