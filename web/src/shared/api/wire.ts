/**
 * The wire types that screens use, by the names of API.md. They are the generated schema's (`npm run api` makes
 * schema.d.ts from api/openapi.json); screens import them from here.
 */
import type { components, paths } from './schema';

export type { paths };

type Schemas = components['schemas'];

/** Every code that the server may answer with. */
export type Code = Schemas['Envelope']['message'];

export type Account = Schemas['ProfileView'];
export type ActiveBonus = Schemas['ActiveBonus'];
export type Bank = Schemas['Bank'];
export type BankAccount = Schemas['BankAccount'];
export type BankNames = Schemas['Names'];
export type Banner = Schemas['Banner'];
export type Bonus = Schemas['Bonus'];
export type BonusTerms = Bonus['terms'];
export type Category = Schemas['Slot']['category'];
export type ChatSaid = Schemas['ChatSend']['message'];
export type ChatSent = Schemas['ChatSent'];
export type Contact = Schemas['Contact'];
export type Conversation = Schemas['Conversation'];
export type Credentials = Schemas['SlotAccount'];
export type DepositAccount = Schemas['DepositAccount'];
export type DepositTransfer = Schemas['DepositTransfer'];
export type DepositLookup = Schemas['DepositAccounts'];
export type HeldMoney = Schemas['HeldMoney'];
export type MovedAll = Schemas['TransferAllAnswer'];
export type OwnExport = Schemas['OwnExport'];
export type Profile = Schemas['Profile'];
export type Promotion = Schemas['Promotion'];
export type Protection = Schemas['Protection'];
export type ProtectionLimit = Schemas['ProtectionLimit'];
export type Qr = Schemas['QR'];
export type Refreshed = Schemas['SlotRefresh'];
export type RefundCheck = Schemas['RefundCheck'];
export type Registration = Schemas['Registration'];
export type Session = Schemas['Session'];
export type Slip = Schemas['Slip'];
export type SlipUploaded = Schemas['SlipUpload'];
export type SlipWindow = Schemas['SlipWindow'];
export type Slot = Schemas['Slot'];
export type Coupon = Schemas['SpinCoupon'];
export type SpinProof = Schemas['SpinProof'];
export type SpinRotated = Schemas['SpinRotated'];
export type SpinSeed = Schemas['SpinSeed'];
export type SpinSetup = Schemas['SpinSetup'];
export type SpinSlice = Schemas['SpinSlice'];
export type SpinTable = Schemas['SpinTable'];
export type StatementRow = Schemas['Statement'];
export type StatementType = StatementRow['statementType'];
export type Status = StatementRow['status'];
export type Wallet = Schemas['WalletView'];
export type WithdrawLimits = Schemas['WithdrawLimits'];
export type Withdrawn = Schemas['WithdrawalAnswer'];
export type WithdrawnAll = Schemas['WithdrawalAllAnswer'];
