import { describe, expect, test } from 'vitest';
import { codeUnderWay, type Entries, fromStorage, reduce, start, toStorage, type Wizard } from './machine';
import { bankProblems, phoneProblems, profileProblems, toRegistration } from './rules';

const otp = { ref: 'R', token: 'T', phone: '0812345678', resendAt: 61_000 };
const fresh = start('', false);
const at = (step: Wizard['step'], entries: Partial<Entries> = {}): Wizard => ({
  ...fresh,
  step,
  otp,
  entries: { ...fresh.entries, phone: '0812345678', ...entries },
});

describe('the wizard goes', () => {
  test('1, 2, 3, 4, done when codes are on', () => {
    const steps = [
      reduce(fresh, { type: 'code sent', otp }),
      reduce(at('otp'), { type: 'code confirmed' }),
      reduce(at('profile'), { type: 'profile accepted' }),
      reduce(at('bank'), { type: 'registered' }),
    ].map((wizard) => wizard.step);
    expect(steps).toEqual(['otp', 'profile', 'bank', 'done']);
  });

  test('from 1 to 3 when codes are off or the number is verified', () => {
    expect(reduce(fresh, { type: 'code not needed' }).step).toBe('profile');
    expect(reduce(fresh, { type: 'code not needed', otp }).otp).toEqual(otp);
  });

  test('back to the number from 2 and 3, to 3 from 4', () => {
    expect((['otp', 'profile', 'bank'] as const).map((step) => reduce(at(step), { type: 'back' }).step)).toEqual([
      'phone',
      'phone',
      'profile',
    ]);
  });

  test('back to the number when its confirmation expired', () => {
    const wizard = reduce(at('bank'), { type: 'phone unverified' });
    expect([wizard.step, wizard.otp]).toEqual(['phone', undefined]);
  });

  test('nowhere on a late answer to the code', () => {
    expect(reduce(at('bank'), { type: 'code confirmed' }).step).toBe('bank');
  });
});

test('a code sent to the same number less than a minute ago is still good', () => {
  expect(codeUnderWay(otp, '0812345678', 60_000)).toBe(true);
  expect(codeUnderWay(otp, '0812345678', 61_000)).toBe(false);
  expect(codeUnderWay(otp, '0899999999', 1)).toBe(false);
});

describe('the data kept in the tab', () => {
  test('has no password, so the third step comes before the last one again', () => {
    const stored = toStorage(at('bank', { name: 'A', password: 'secret-word', confirm: 'secret-word' }));
    expect(stored).not.toContain('secret-word');
    const back = fromStorage(stored, fresh);
    expect([back.step, back.entries.name, back.entries.password]).toEqual(['profile', 'A', '']);
  });

  test.each([null, '', '{', '{"step":"nowhere"}', '{"step":"done"}'])('is ignored when it is %j', (stored) => {
    expect(fromStorage(stored, fresh)).toEqual(fresh);
  });

  test('gives way to the code of a new invite link', () => {
    expect(
      fromStorage(toStorage(at('profile', { inviteCode: 'PROLD' })), start('PRNEW', false)).entries.inviteCode,
    ).toBe('PRNEW');
  });
});

describe('rules', () => {
  test.each([
    ['', false, 'register.phone.required'],
    ['081234567', false, 'phone.tenDigits'],
    ['+66 81 234 5678', false, undefined],
    ['08123456789', false, 'phone.tenDigits'],
    ['0205551234512345', true, 'phone.lao'],
    ['0812345678', false, undefined],
    ['2055123', true, undefined],
  ])('phone %j, Laos %s', (phone, laos, problem) => {
    expect(phoneProblems({ ...fresh.entries, phone }, laos).phone).toBe(problem);
  });

  test('the third step needs a name and the password twice', () => {
    expect(profileProblems(fresh.entries)).toEqual({
      name: 'register.required',
      password: 'register.required',
      confirm: 'register.required',
    });
    const good = { ...fresh.entries, name: 'A', password: 'password1', confirm: 'password1' };
    expect(profileProblems(good)).toEqual({});
    expect(profileProblems({ ...good, confirm: 'password2' })).toEqual({ confirm: 'register.password.differ' });
    expect(profileProblems({ ...good, password: 'short', confirm: 'short' })).toEqual({
      password: 'register.password.short',
    });
  });

  const bank = { ...fresh.entries, bankCode: 'KBANK', accountNo: '1234567890', firstName: 'สมหญิง', lastName: 'ใจดี' };
  test('Thai names are accepted, except at KTB, TMB and BBL', () => {
    expect(bankProblems(bank)).toEqual({});
    for (const bankCode of ['KTB', 'TMB', 'BBL']) {
      expect(bankProblems({ ...bank, bankCode })).toEqual({
        firstName: 'register.englishOnly',
        lastName: 'register.englishOnly',
      });
      expect(bankProblems({ ...bank, bankCode, firstName: 'SOMYING', lastName: 'JAI DEE' })).toEqual({});
    }
  });

  test.each(['12345', '123456789012345678901', '12345a', ''])('%j is not an account number', (accountNo) => {
    expect(bankProblems({ ...bank, accountNo })).toHaveProperty('accountNo');
  });

  test('the bank fields are empty until the last step', () => {
    const entries = { ...bank, phone: '0812345678', name: ' A ', password: 'p', currency: 'LAK' };
    expect(toRegistration(entries, false)).toMatchObject({
      username: '0812345678',
      name: 'A',
      bankCode: '',
      bankAccountName: '',
      bankAccountNo: '',
      currency: '',
    });
    expect(toRegistration(entries, true)).toMatchObject({ bankAccountName: 'สมหญิง ใจดี', currency: 'LAK' });
  });
});
