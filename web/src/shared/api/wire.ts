/**
 * The wire types that screens use, by the names of API.md. Hand-typed from API.md until api/openapi.json is there;
 * then each becomes an alias of the generated schema and `paths` comes from it. Screens import from here either way.
 */
import type { ErrorBody } from './error';

/** Baht, at most 2 decimals. */
export type Money = number;
/** RFC 3339, UTC, milliseconds. */
export type Time = string;

export interface Done {
  message: string;
}
export interface Profile {
  _id: string;
  username: string;
  name: string;
  createdAt: Time;
  coin: number;
  pendingCoin: number;
}
export interface BankNames {
  nameTH: string;
  nameEN: string;
  nameLO: string;
}
export interface Bank extends BankNames {
  code: string;
}
export type Currency = 'BAHT' | 'LAK';
export interface BankAccount {
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
  currency: Currency;
  bank: BankNames;
}
export interface Account {
  profile: Profile;
  bankAccount: BankAccount;
}
export interface Source {
  code: string;
  description: string;
}
export interface Registration {
  name: string;
  username: string;
  password: string;
  sourceCode: string;
  inviteCode: string;
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
  currency: string;
}
export interface OtpSent {
  otpRef: string;
  otpToken: string;
  code: string;
}
export interface Contact {
  contactText: string;
  lineLink: string;
  lineName: string;
  lineQR: string;
}
export type Category = 'slot' | 'sport' | 'lotto';
export interface Slot {
  code: string;
  name: string;
  category: Category;
  isActive: boolean;
  /** In the provider's credits, up to 4 decimals. */
  amount: number;
  /** Baht per credit. */
  ftWalletSlot: number;
  logo: string;
  background: string;
  web: string | null;
  android: string | null;
  ios: string | null;
  launch: { kind: 'autologin' | 'form' | 'url'; provider: string };
  canResetPassword: boolean;
  maintenance: boolean;
  amountAt: Time | null;
}
export interface Wallet {
  profile: Profile;
  bankAccount: BankAccount;
  wallet: { amount: Money; reserved: Money; held: Money; currency: Currency };
  invite: { amount: Money; success: number; fail: number };
  slots: Slot[];
  total: Money;
  syncedAt: Time | null;
}
export interface Refreshed {
  slots: Slot[];
  failed: string[];
  syncedAt: Time;
}
export interface Credentials {
  username: string;
  password: string | null;
  event?: { action: string; method: string; fields: Record<string, string> };
}
export type Status = 'IN_PROGRESS' | 'SUCCESS' | 'FAILED';
export interface Moved {
  message: string;
  status: Status;
  reference: string;
}
export interface MovedAll extends Moved {
  moved: { from: string; amount: Money; status: Status; message: string }[];
}
export interface Withdrawn extends Moved {
  /** Games that could not be emptied (withdrawAll only). */
  failed?: string[];
}
export interface WithdrawLimits {
  withdrawMin: Money;
  withdrawMax: Money;
}
export interface DepositAccount {
  bankCode: string;
  bankType: 'BANK' | 'GATEWAY' | 'WALLET';
  mode: 'AUTO' | 'MANUAL';
  bank: BankNames;
  bankAccountName: string;
  bankAccountNo: string;
  currency: Currency;
  walletAccountName: string;
  qr: boolean;
}
export interface DepositLookup {
  banks: DepositAccount[];
  wallets: DepositAccount[];
  isManual: boolean;
}
export interface Qr {
  qrcodeId?: string;
  hasQrcode: boolean;
  /** SVG markup. */
  qrcode?: string;
  amount?: Money;
  expireIn?: Time;
  /** Whole seconds. */
  remaining?: number;
  message: string;
}
export type StatementType = 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer';
interface Described {
  description: string;
}
export interface StatementRow {
  _id: string;
  reference: string;
  statementType: StatementType;
  from: string;
  to: string;
  status: Status;
  reason: string | null;
  amount: Money;
  balance: Money | null;
  createdAt: Time;
  updatedAt: Time;
  original?: { amount: number; currency: string; rate: number };
  bonus?: Described;
  promotion?: Described;
  invite?: Described;
  refund?: Described;
  luckydraw?: Described;
}
export interface StatementPage {
  total: number;
  statements: StatementRow[];
}
export interface Slip {
  _id: string;
  createdAt: Time;
  amount: Money;
  status: Status;
  note: string | null;
  link: string | null;
  reference: string;
}
export interface SlipPage {
  total: number;
  slips: Slip[];
}
export interface Paging {
  page: number;
  limit: number;
}

interface Body<T> {
  content: { 'application/json': T };
}
type Replies<R> = { 200: Body<R>; default: Body<ErrorBody> };
type Headers = { 'Idempotency-Key'?: string; 'X-Otp-Token'?: string };
/** A call without a body. */
interface Ask<R, P = never> {
  parameters: { query?: never; header?: Headers; path: P; cookie?: never };
  requestBody?: never;
  responses: Replies<R>;
}
interface Plain<R> {
  parameters: { query?: never; header?: Headers; path?: never; cookie?: never };
  requestBody?: never;
  responses: Replies<R>;
}
/** A call with a JSON body. */
interface Tell<B, R> {
  parameters: { query?: never; header?: Headers; path?: never; cookie?: never };
  requestBody: Body<B>;
  responses: Replies<R>;
}
interface Change<B, R, P> {
  parameters: { query?: never; header?: Headers; path: P; cookie?: never };
  requestBody: Body<B>;
  responses: Replies<R>;
}

export interface paths {
  '/api/lookup/banks': { get: Plain<Bank[]> };
  '/api/lookup/sources': { get: Plain<Source[]> };
  '/api/lookup/deposit': { get: Plain<DepositLookup> };
  '/api/lookup/conditions': { get: Plain<string[]> };
  '/api/lookup/agreements': { get: Plain<string[]> };
  '/api/lookup/info': { get: Plain<{ name: string; website: string }> };
  '/api/lookup/notice': { get: Plain<{ notice: string }> };
  '/api/lookup/contact': { get: Plain<Contact> };
  '/api/lookup/withdraw': { get: Plain<WithdrawLimits> };
  '/api/lookup/active': { get: Plain<{ active: boolean; message: string }> };
  '/api/lookup/registerOTP': { get: Plain<boolean> };
  '/api/lookup/enableChatWidget': { get: Plain<boolean> };
  '/api/login': { post: Tell<{ username: string; password: string; remember?: boolean }, { token: string }> };
  '/api/logout': { post: Plain<Done> };
  '/api/account/validate': { post: Tell<Registration, Done> };
  '/api/account': { post: Tell<Registration, Done> };
  '/api/account/profile': {
    get: Plain<Account>;
    put: Tell<{ name: string; bankCode: string; bankAccountName: string; bankAccountNo: string }, Done>;
  };
  '/api/account/bankAccountName': { put: Tell<{ bankCode: string; bankAccountName: string }, Done> };
  '/api/account/changepwd': { put: Tell<{ oldPassword: string; newPassword: string }, Done> };
  '/api/otp/send': { post: Tell<{ phoneNumber: string }, OtpSent> };
  '/api/otp/verify': { post: Tell<{ otpToken: string; otpCode: string }, { code: string }> };
  '/api/wallet': { get: Plain<Wallet> };
  '/api/wallet/refresh/slot': { get: Plain<Refreshed> };
  '/api/wallet/activate/{slotCode}': { get: Ask<{ slot: Slot }, { slotCode: string }> };
  '/api/wallet/account/{slotCode}': { get: Ask<Credentials, { slotCode: string }> };
  '/api/wallet/resetpassword/{slotCode}': { get: Ask<Done, { slotCode: string }> };
  '/api/wallet/transfer': { post: Tell<{ from: string; to: string; amount: Money }, Moved> };
  '/api/wallet/transferAll': { post: Tell<{ to: string }, MovedAll> };
  '/api/wallet/withdraw': { post: Tell<{ amount: Money }, Withdrawn> };
  '/api/wallet/withdrawAll': { post: Tell<{ amount: Money }, Withdrawn> };
  '/api/wallet/add': { post: Tell<{ amount: Money }, Done> };
  '/api/qrcode/{code}': {
    get: Ask<Qr, { code: string }>;
    post: Change<{ amount: Money }, Qr, { code: string }>;
    delete: Ask<Done, { code: string }>;
  };
  '/api/statement': { post: Tell<Paging, StatementPage> };
  '/api/statement/slip': { post: Tell<Paging, SlipPage> };
  '/api/statement/slip/reference/{reference}': { get: Ask<{ url: string }, { reference: string }> };
  '/api/autoLogin/{provider}/{user}': { get: Ask<{ link: string }, { provider: string; user: string }> };
  '/api/autoLogin/{provider}/{user}/{password}': {
    get: Ask<{ link: string }, { provider: string; user: string; password: string }>;
  };
}
