import type { Bannered } from './api/offers';
import type { ProtectionLimit } from './api/wire';

/** The parameters of a sheet without any. */
type Nothing = Record<string, never>;

/**
 * All sheets by their name in the address (`?sheet=game&code=joker`), with their parameters. The loader of each is in
 * app/sheets.tsx; neither compiles without the other.
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
  export: Nothing;
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
  /** One movement, by its place in the statement or by its reference. */
  receipt: { id: string; page: string } | { reference: string };
  receive: Nothing;
  refund: Nothing;
  sessions: Nothing;
  slips: { reference?: string };
  /** Codes of places that hold money. */
  transfer: { from?: string; to?: string };
  video: { id: string };
  withdraw: Nothing;
}

export type SheetName = keyof Sheets;

/** The arguments of `open` beside the name: none, or the sheet's required parameters. */
export type Opening<Name extends SheetName> =
  Record<never, never> extends Sheets[Name] ? [params?: Sheets[Name]] : [params: Sheets[Name]];

/** Sheets that open by their name alone, for tables of buttons. */
export type PlainSheet = { [Name in SheetName]: Record<never, never> extends Sheets[Name] ? Name : never }[SheetName];

type Keys<Params> = Params extends unknown ? keyof Params & string : never;

/** The parameters in an address. Anybody can write an address: each may be missing, or have any value. */
export type Addressed<Name extends SheetName> = { readonly [Key in Keys<Sheets[Name]>]?: string };
