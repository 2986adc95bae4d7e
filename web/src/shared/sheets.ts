import type { Bannered } from './api/offers';
import type { ProtectionLimit } from './api/wire';

/** What a sheet without parameters is opened with. */
type Nothing = Record<string, never>;

/**
 * The sheets that there are, by their name in the address (`?sheet=game&code=joker`), and what each is opened with. The
 * loader of each stands in app/sheets.tsx; neither compiles without the other.
 */
export interface Sheets {
  agreement: Nothing;
  'bank-name': Nothing;
  banners: { of: Bannered };
  bonus: { code: string };
  chat: Nothing;
  claim: { coupon: string };
  conditions: Nothing;
  deposit: { tab?: 'bank' | 'qr' | 'link' | 'slip' };
  game: { code: string };
  held: Nothing;
  invite: Nothing;
  limit: Pick<ProtectionLimit, 'kind' | 'period'>;
  password: Nothing;
  pause: Nothing;
  prize: { slice: string };
  promotion: { code: string };
  proof: Nothing;
  protection: Nothing;
  /** One movement, by its place in the statement or by what it refers to. */
  receipt: { id: string; page: string } | { reference: string };
  receive: Nothing;
  refund: Nothing;
  sessions: Nothing;
  slips: { reference?: string };
  /** Codes of places that money is in. */
  transfer: { from?: string; to?: string };
  video: { id: string };
  withdraw: Nothing;
}

export type SheetName = keyof Sheets;

/** What `open` wants beside the name: nothing, or what the sheet can't do without. */
export type Opening<Name extends SheetName> =
  Record<never, never> extends Sheets[Name] ? [params?: Sheets[Name]] : [params: Sheets[Name]];

/** Sheets that open by their name alone: what tables of buttons may hold. */
export type PlainSheet = { [Name in SheetName]: Record<never, never> extends Sheets[Name] ? Name : never }[SheetName];

type Keys<Params> = Params extends unknown ? keyof Params & string : never;

/** What an address says of a sheet. Anybody can write an address: each word may be missing, or be any. */
export type Addressed<Name extends SheetName> = { readonly [Key in Keys<Sheets[Name]>]?: string };
