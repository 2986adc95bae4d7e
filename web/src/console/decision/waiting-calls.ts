import { type Call, call, type Field } from './call';

const AMOUNT = { kind: 'amount', name: 'field.amount' } as const satisfies Field;
const TEXT = { kind: 'text', optional: true } as const;

/** A transfer as a person found it in a bank's statement. */
const FOUND = {
  amount: AMOUNT,
  at: { kind: 'time', name: 'field.at' },
  bank: { ...TEXT, name: 'field.bank', longest: 20 },
  bankReference: { ...TEXT, name: 'field.bankReference', longest: 100 },
  payerAccount: { ...TEXT, name: 'field.payerAccount', longest: 40 },
  payerName: { ...TEXT, name: 'field.payerName', longest: 200 },
} as const satisfies Record<string, Field>;

/** Why a slip or a declaration is rejected, as its member reads it. Left empty, it is as the thing stands. */
const why = (...values: readonly Rejection[]): Field => ({
  kind: 'code',
  name: 'field.code',
  optional: true,
  codes: values.map((value) => ({ value, name: `rejected.${value}` as const })),
});

type Rejection = 'INVALID_SLIP' | 'SLIP_SEVERAL' | 'SLIP_REFNO_DUPLICATED' | 'DEPOSIT_NOT_FOUND' | 'NOT_MATCH';

export const bookedAs = (value: 'withdrawal' | 'movement' | 'deposit' | 'nothing') => ({
  value,
  name: `booked.${value}` as const,
});

/**
 * The decisions about what waits (OPERATOR-API.md, sections 3 and 6). `a` says yes to each kind of item, so that the
 * hand need not look; keys of one item differ.
 */
export const WAITING_CALLS = {
  approveWithdrawal: call('/api/withdrawal/{reference}/approve', {
    name: 'call.approveWithdrawal',
    letter: 'a',
    fields: {},
  }),
  reduceWithdrawal: call('/api/withdrawal/{reference}/reduce', {
    name: 'call.reduceWithdrawal',
    does: 'call.reduceWithdrawal.does',
    letter: 'l',
    fields: { amount: { kind: 'amount', name: 'field.reduced' } },
  }),
  returnWithdrawal: call('/api/withdrawal/{reference}/return', {
    name: 'call.returnWithdrawal',
    letter: 'r',
    danger: true,
    fields: {},
  }),
  paidWithdrawal: call('/api/withdrawal/{reference}/paid', {
    name: 'call.paidWithdrawal',
    letter: 'p',
    fields: { outside: { kind: 'text', name: 'field.outside', longest: 100 } },
  }),
  assignArrival: call('/api/arrival/{id}/assign', {
    name: 'call.assignArrival',
    letter: 'a',
    fields: { member: { kind: 'text', name: 'field.member', longest: 32 } },
  }),
  releaseArrival: call('/api/arrival/{id}/release', { name: 'call.releaseArrival', letter: 'a', fields: {} }),
  returnArrival: call('/api/arrival/{id}/return', {
    name: 'call.returnArrival',
    letter: 'r',
    danger: true,
    fields: {},
  }),
  reverseArrival: call('/api/arrival/{id}/reverse', {
    name: 'call.reverseArrival',
    letter: 'b',
    danger: true,
    fields: {},
  }),
  acceptSlip: call('/api/slip/{id}/accept', {
    name: 'call.acceptSlip',
    letter: 'a',
    fields: { account: { ...TEXT, name: 'field.account', longest: 32 } },
  }),
  rejectSlip: call('/api/slip/{id}/reject', {
    name: 'call.rejectSlip',
    letter: 'r',
    danger: true,
    fields: { code: why('INVALID_SLIP', 'SLIP_SEVERAL', 'SLIP_REFNO_DUPLICATED', 'DEPOSIT_NOT_FOUND', 'NOT_MATCH') },
  }),
  confirmDeclared: call('/api/declared/{reference}/confirm', {
    name: 'call.confirmDeclared',
    letter: 'a',
    fields: { account: { kind: 'text', name: 'field.account', longest: 32 }, ...FOUND },
  }),
  rejectDeclared: call('/api/declared/{reference}/reject', {
    name: 'call.rejectDeclared',
    letter: 'r',
    danger: true,
    fields: { code: why('DEPOSIT_NOT_FOUND', 'NOT_MATCH') },
  }),
  settleLink: call('/api/link/{reference}/settle', {
    name: 'call.settleLink',
    letter: 'a',
    fields: { got: { kind: 'amount', name: 'field.got' } },
  }),
  bookLine: call('/api/line/{id}/book', { name: 'call.bookLine', letter: 'a', fields: FOUND }),
  closeLine: call('/api/line/{id}/close', { name: 'call.closeLine', letter: 'x', danger: true, fields: {} }),
  caseMoved: call('/api/case/{id}/moved', { name: 'call.caseMoved', letter: 'a', fields: {} }),
  caseNotMoved: call('/api/case/{id}/not-moved', { name: 'call.caseNotMoved', letter: 'r', danger: true, fields: {} }),
  closeCase: call('/api/case/{id}/close', { name: 'call.closeCase', letter: 'x', fields: {} }),
  bookCase: call('/api/case/{id}/book', {
    name: 'call.bookCase',
    does: 'call.bookCase.does',
    letter: 'b',
    fields: { amount: AMOUNT },
  }),
  closeHolder: call('/api/holder/{id}/close', {
    name: 'call.closeHolder',
    does: 'call.closeHolder.does',
    letter: 'a',
    fields: {},
  }),
  repayReceivable: call('/api/receivable/{member}/repay', {
    name: 'call.repayReceivable',
    letter: 'a',
    fields: { amount: AMOUNT },
  }),
  writeOffReceivable: call('/api/receivable/{member}/write-off', {
    name: 'call.writeOffReceivable',
    letter: 'w',
    danger: true,
    fields: { amount: AMOUNT },
  }),
  decideQuarantineCase: call('/api/quarantine/case/{id}/decide', {
    name: 'call.decideQuarantineCase',
    letter: 'a',
    fields: {
      books: {
        kind: 'code',
        name: 'field.books',
        codes: [bookedAs('withdrawal'), bookedAs('movement'), bookedAs('deposit'), bookedAs('nothing')],
      },
      member: { kind: 'text', name: 'field.member', longest: 32, optional: true },
    },
  }),
} satisfies Record<string, Call>;
