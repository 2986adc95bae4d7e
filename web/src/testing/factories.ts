import type {
  Account,
  Bank,
  BankAccount,
  Category,
  Contact,
  DepositAccount,
  DepositLookup,
  DepositTransfer,
  Profile,
  Slip,
  SlipWindow,
  Slot,
  StatementRow,
  Wallet,
} from '@/shared/api/wire';
import type { Config } from '@/shared/config';

/** Plausible answers of the server, each overridable. Used by tests and by the fixture server. */

export const makeProfile = (over: Partial<Profile> = {}): Profile => ({
  _id: '7K3M9Q2T4V6X',
  username: '0812345678',
  name: 'สมหญิง ใจดี',
  createdAt: '2026-03-14T05:20:11.000Z',
  coin: 3,
  pendingCoin: 0,
  ...over,
});

export const makeBankAccount = (over: Partial<BankAccount> = {}): BankAccount => ({
  bankCode: 'KBANK',
  bankAccountName: 'SOMYING JAIDEE',
  bankAccountNo: '1234567890',
  currency: 'BAHT',
  bank: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank', nameLO: 'ທະນາຄານກະສິກອນໄທ' },
  ...over,
});

export const makeAccount = (over: Partial<Account> = {}): Account => ({
  profile: makeProfile(),
  bankAccount: makeBankAccount(),
  ...over,
});

export const BANKS: Bank[] = [
  { code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank', nameLO: 'ທະນາຄານກະສິກອນໄທ' },
  { code: 'SCB', nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLO: 'ທະນາຄານໄທພານິດ' },
  { code: 'KTB', nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank', nameLO: 'ທະນາຄານກຸງໄທ' },
  { code: 'BBL', nameTH: 'ธนาคารกรุงเทพ', nameEN: 'Bangkok Bank', nameLO: 'ທະນາຄານກຸງເທບ' },
  { code: 'BAY', nameTH: 'ธนาคารกรุงศรีอยุธยา', nameEN: 'Bank of Ayudhya (Krungsri)', nameLO: 'ທະນາຄານກຸງສີ' },
  { code: 'GSB', nameTH: 'ธนาคารออมสิน', nameEN: 'Government Savings Bank', nameLO: 'ທະນາຄານອອມສິນ' },
];

export const makeSlot = (over: Partial<Slot> = {}): Slot => ({
  code: 'joker',
  name: 'Joker Gaming',
  category: 'slot',
  isActive: false,
  amount: 0,
  ftWalletSlot: 1,
  step: 0.01,
  logo: '',
  background: '',
  web: 'https://joker.example/play',
  android: null,
  ios: null,
  launch: { kind: 'form', provider: 'joker' },
  canResetPassword: true,
  state: 'open',
  maintenance: false,
  notice: null,
  amountAt: null,
  ...over,
});

const READ = '2026-11-20T12:00:00.000Z';

const game = (code: string, name: string, category: Category, over: Partial<Slot> = {}) =>
  makeSlot({ code, name, category, launch: { kind: 'autologin', provider: code }, ...over });

export const SLOTS: Slot[] = [
  game('pgslot', 'PG Slot', 'slot', { isActive: true, amount: 1250.5, amountAt: READ }),
  makeSlot({ isActive: true, amount: 0, amountAt: READ }),
  game('slotxo', 'SlotXO', 'slot', { launch: { kind: 'form', provider: 'slotxo' } }),
  game('superslot', 'Superslot', 'slot', { launch: { kind: 'url', provider: 'superslot' } }),
  game('joker2', 'Joker 2', 'slot'),
  game('areaslot', 'Areaslot', 'slot', { maintenance: true }),
  game('slotracha', 'Slot Racha', 'slot'),
  game('pg', 'Pocket Games', 'slot'),
  game('ufabet', 'UFABET', 'sport', {
    launch: { kind: 'form', provider: 'ufabet' },
    isActive: true,
    amount: 86.5,
    amountAt: READ,
  }),
  game('betflix', 'Betflix', 'sport'),
  game('askmebet', 'AskMeBet', 'sport'),
  game('imi', 'IMI', 'sport'),
  game('usun', 'USUN', 'sport'),
  game('circus', 'Circus', 'sport'),
  game('huayhd', 'HuayHD', 'lotto', { isActive: true, amount: 12, ftWalletSlot: 10, step: 0.1, amountAt: READ }),
];

export const makeWallet = (over: Partial<Wallet> = {}): Wallet => ({
  profile: makeProfile(),
  bankAccount: makeBankAccount(),
  wallet: { amount: 5320.75, reserved: 0, held: 0, owed: 0, currency: 'BAHT' },
  invite: { amount: 120, success: 300, fail: 5 },
  slots: SLOTS,
  total: 6777.75,
  syncedAt: '2026-11-20T12:00:00.000Z',
  ...over,
});

export const makeDepositAccount = (over: Partial<DepositAccount> = {}): DepositAccount => ({
  bankCode: 'KBANK',
  bankType: 'BANK',
  mode: 'AUTO',
  bank: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank', nameLO: 'ທະນາຄານກະສິກອນໄທ' },
  bankAccountName: 'บริษัท กระเป๋า จำกัด',
  bankAccountNo: '0987654321',
  currency: 'BAHT',
  walletAccountName: '',
  qr: true,
  ...over,
});

export const makeDepositLookup = (over: Partial<DepositLookup> = {}): DepositLookup => ({
  banks: [
    makeDepositAccount(),
    makeDepositAccount({
      bankCode: 'SCB',
      mode: 'MANUAL',
      bank: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLO: 'ທະນາຄານໄທພານິດ' },
      bankAccountNo: '4051234567',
      qr: false,
    }),
    makeDepositAccount({ bankAccountNo: '0481234567', qr: false }),
    ...['WW', 'FP', 'PAYONEX'].map((code) =>
      makeDepositAccount({
        bankCode: code,
        bankType: 'GATEWAY',
        bank: { nameTH: `QR พร้อมเพย์ ${code}`, nameEN: `PromptPay QR ${code}`, nameLO: `QR ພ້ອມເພ ${code}` },
        bankAccountName: code,
        bankAccountNo: '',
      }),
    ),
  ],
  wallets: [
    makeDepositAccount({
      bankCode: 'TRUEMONEY',
      bankType: 'WALLET',
      bank: { nameTH: 'ทรูมันนี่ วอลเล็ท', nameEN: 'TrueMoney Wallet', nameLO: 'ທຣູມັນນີ ວໍເລັດ' },
      bankAccountName: '',
      bankAccountNo: '0918765432',
      walletAccountName: 'กระเป๋า',
      qr: false,
    }),
  ],
  isManual: true,
  ...over,
});

export const makeSlip = (over: Partial<Slip> = {}): Slip => ({
  _id: 'p1',
  createdAt: '2026-11-20T11:58:03.000Z',
  amount: 0,
  status: 'IN_PROGRESS',
  note: null,
  link: null,
  reference: 'k3m9q2t4v6x7z8s',
  ...over,
});

/** One slip in each state. */
export const SLIPS: Slip[] = [
  makeSlip(),
  makeSlip({ _id: 'p2', reference: 'k3m9q2t4v6x7z8t', amount: 350, status: 'FAILED', note: 'NOT_MATCH' }),
  makeSlip({ _id: 'p4', reference: 'k3m9q2t4v6x7z8v', amount: 900, note: 'NOT_MATCH' }),
  makeSlip({ _id: 'p3', reference: 'k3m9q2t4v6x7z8u', amount: 1500, status: 'SUCCESS' }),
  ...['CANNOT_READ_CROPPED_IMAGE', 'NOT_MATCH', 'SLIP_REFNO_DUPLICATED', 'DEST_ACC_INVALID', 'EXPIRED_SLIP'].map(
    (note, i) => makeSlip({ _id: `f${i}`, reference: `k3m9q2t4v6x7z9${i}`, status: 'FAILED', note }),
  ),
];

export const makeTransfer = (over: Partial<DepositTransfer> = {}): DepositTransfer => ({
  reference: 'k3m9q2t4v6x7z8d',
  kind: 'declared',
  amount: 750,
  status: 'IN_PROGRESS',
  note: null,
  createdAt: '2026-11-20T11:58:03.000Z',
  lapsesAt: '2026-11-22T11:58:03.000Z',
  ...over,
});

export const makeSlipWindow = (over: Partial<SlipWindow> = {}): SlipWindow => ({
  active: true,
  closeFrom: null,
  closeTo: null,
  withinMinutes: 60,
  maxBytes: 10_485_760,
  ...over,
});

export const makeStatementRow = (over: Partial<StatementRow> = {}): StatementRow => ({
  _id: 's1',
  reference: 'k3m9q2t4v6x7z8a',
  statementType: 'deposit',
  from: 'KBANK',
  to: 'WALLET',
  status: 'SUCCESS',
  reason: null,
  amount: 500,
  balance: 5320.75,
  createdAt: '2026-11-20T11:58:03.000Z',
  updatedAt: '2026-11-20T11:58:09.000Z',
  ...over,
});

const QR_PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 21 21'%3E%3Cpath d='M0 0h7v7H0zM14 0h7v7h-7zM0 14h7v7H0zM9 2h2v4H9zM9 9h3v3H9zM14 9h2v2h-2zM18 12h3v2h-3zM10 15h4v2h-4zM15 17h2v4h-2zM19 18h2v3h-2z'/%3E%3C/svg%3E";

export const makeContact = (over: Partial<Contact> = {}): Contact => ({
  contactText: 'ทีมงานพร้อมช่วยเหลือทุกวัน 24 ชั่วโมง\nเพิ่มเพื่อนแล้วแจ้งเบอร์โทรศัพท์ที่ใช้สมัคร',
  lineLink: 'https://line.me/R/ti/p/@krapao',
  lineName: '@krapao',
  lineQR: QR_PICTURE,
  ...over,
});

const howto = (id: string, th: string, lo: string, en: string) => ({
  id,
  title: { th, lo, en },
  video: `/videos/${id}.mp4`,
  poster: '',
});

export const makeConfig = (over: Partial<Config> = {}): Config => ({
  laos: false,
  iframe: false,
  qrMinimum: { KBANK: 1, WW: 100, FP: 10, PAYONEX: 100 },
  qrMaximum: { KBANK: 2_000_000, WW: 500_000, FP: 500_000, PAYONEX: 500_000 },
  truelinkSecret: 'fixture-secret',
  chat: true,
  howto: [
    howto('wallet', 'การใช้งานกระเป๋า', 'ການໃຊ້ງານກະເປົາ', 'Using the wallet'),
    howto('enter-game', 'การเข้าเกม', 'ການເຂົ້າເກມ', 'Entering a game'),
    howto('balance', 'การเช็กยอดเงิน', 'ການກວດຍອດເງິນ', 'Checking the balance'),
    howto('receive-bonus', 'การรับโบนัส', 'ການຮັບໂບນັດ', 'Receiving bonuses'),
    howto('end-bonus', 'การสิ้นสุดโบนัส', 'ການສິ້ນສຸດໂບນັດ', 'Ending bonuses'),
  ],
  version: '1.1.14',
  ...over,
});

export const AGREEMENT = [
  '<h3>ข้อตกลงการใช้งาน</h3><p>สมาชิกต้องมีอายุ <b>20 ปีขึ้นไป</b> และใช้บัญชีธนาคารของตนเองเท่านั้น</p><ul><li>ชื่อบัญชีธนาคารต้องตรงกับชื่อที่สมัคร</li><li>หนึ่งคนมีได้หนึ่งบัญชี</li><li>การถอนเงินต้องผ่านเงื่อนไขโบนัสก่อน</li></ul>',
];
