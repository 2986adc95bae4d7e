import { describe, expect, it } from 'vitest';
import type { DepositAccount } from '@/shared/api/wire';
import { makeBankAccount, makeDepositAccount, makeDepositLookup } from '@/testing/factories';
import { channelsOf, firstChannel, minimumOf, needsEnglishName, presets, qrPanels, transferAccounts } from './rules';

describe('amounts with one tap', () => {
  it.each([
    ['KBANK', 1, [10, 20, 50, 100, 500, 1000]],
    ['KBANK', 50, [50, 100, 500, 1000]],
    ['WW', 100, [100, 200, 300, 500, 1000]],
    ['PAYONEX', 100, [100, 200, 300, 500, 1000]],
    ['FP', 10, [10, 50, 100, 500, 1000]],
    ['OTHER', 1, [100, 200, 500, 1000]],
  ])('%s from %d', (bank, minimum, expected) => {
    expect(presets(bank, minimum)).toEqual(expected);
  });

  it("has the operator's minimum, or one baht", () => {
    expect(minimumOf('FP', { FP: 20 })).toBe(20);
    expect(minimumOf('KBANK', {})).toBe(1);
  });
});

describe('the ways to deposit', () => {
  const qr = makeDepositAccount({ qr: true });
  const gateway = makeDepositAccount({ bankCode: 'WW', bankType: 'GATEWAY', bankAccountNo: '', qr: true });
  const scb = makeDepositAccount({ bankCode: 'SCB', bankAccountNo: '4068123456', qr: false });
  const ktb = makeDepositAccount({ bankCode: 'KTB', mode: 'MANUAL', bankAccountNo: '9831234567', qr: false });
  const wallet = makeDepositAccount({ bankCode: 'TRUEMONEY', bankType: 'WALLET', qr: false });

  it.each<[string, DepositAccount[], DepositAccount[], string[]]>([
    ['all of them', [qr, gateway, scb, ktb], [wallet], ['bank', 'qr', 'link', 'slip']],
    ['codes only', [qr, gateway], [], ['qr']],
    ['transfers only: a slip needs one', [scb], [], ['bank', 'slip']],
    ['a wallet only', [], [wallet], ['link']],
    ['none', [], [], []],
  ])('%s', (_, banks, wallets, expected) => {
    expect(channelsOf(makeDepositLookup({ banks, wallets }))).toEqual(expected);
  });

  it('transfers go to accounts that detect them, not to a QR panel, the own bank first', () => {
    const lookup = makeDepositLookup({ banks: [qr, scb, gateway, ktb] });
    expect(transferAccounts(lookup, 'KTB').map((account) => account.bankCode)).toEqual(['KTB', 'SCB']);
    expect(transferAccounts(lookup, 'KBANK').map((account) => account.bankCode)).toEqual(['SCB', 'KTB']);
    expect(qrPanels(lookup).map((account) => account.bankCode)).toEqual(['KBANK', 'WW']);
  });

  it.each([
    ['the address', ['slip', 'link'], 'slip'],
    ['the last one', [null, 'link'], 'link'],
    ['the quickest', [null, null], 'qr'],
    ['one that is gone', ['gone', null], 'qr'],
  ])('opens with %s', (_, wished, expected) => {
    expect(firstChannel(['bank', 'qr', 'link', 'slip'], ...wished)).toBe(expected);
  });

  it('opens with a way that exists', () => {
    expect(firstChannel(['bank', 'slip'], 'qr', null)).toBe('bank');
    expect(firstChannel([], null)).toBeUndefined();
  });
});

describe("the payer's name in English letters", () => {
  const kbank = makeDepositAccount();
  it.each([
    ['KTB', 'สมหญิง ใจดี', true],
    ['TMB', 'สมหญิง ใจดี', true],
    ['BBL', 'Somying Jaidee', true],
    ['KTB', 'SOMYING JAIDEE', false],
    ['SCB', 'สมหญิง ใจดี', false],
  ])('%s, %s: %s', (bankCode, bankAccountName, expected) => {
    expect(needsEnglishName(kbank, makeBankAccount({ bankCode, bankAccountName }))).toBe(expected);
  });

  it('is asked for at KBANK only, once the member is loaded', () => {
    const own = makeBankAccount({ bankCode: 'KTB', bankAccountName: 'สมหญิง ใจดี' });
    expect(needsEnglishName(makeDepositAccount({ bankCode: 'SCB' }), own)).toBe(false);
    expect(needsEnglishName(kbank, undefined)).toBe(false);
  });
});
