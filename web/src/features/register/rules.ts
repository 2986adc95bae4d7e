import type { Registration } from '@/shared/api/wire';
import type { PlainKey } from '@/shared/i18n/types';
import { isEnglishName, wantsEnglishName } from '@/shared/lib/bank-account';
import { PASSWORD_MIN } from '@/shared/lib/password-strength';
import { phoneTrouble, readPhone } from '@/shared/lib/phone';
import type { Entries } from './machine';

export type Problems = Partial<Record<keyof Entries, PlainKey>>;

export function phoneProblems({ phone }: Entries, laos: boolean): Problems {
  if (!phone.trim()) return { phone: 'register.phone.required' };
  return readPhone(phone, laos) ? {} : { phone: phoneTrouble(laos) };
}

/** SPEC.md §5: name, password and its repetition are required; the two must be the same. */
export function profileProblems(entries: Entries): Problems {
  const problems: Problems = {};
  if (!entries.name.trim()) problems.name = 'register.required';
  if (!entries.password) problems.password = 'register.required';
  else if ([...entries.password].length < PASSWORD_MIN) problems.password = 'register.password.short';
  if (!entries.confirm) problems.confirm = 'register.required';
  else if (entries.confirm !== entries.password) problems.confirm = 'register.password.differ';
  return problems;
}

/** SPEC.md §5: all four are required; KTB, TMB and BBL accept names in A-Z only. */
export function bankProblems(entries: Entries): Problems {
  const problems: Problems = {};
  if (!entries.bankCode) problems.bankCode = 'register.required';
  if (!entries.accountNo) problems.accountNo = 'register.required';
  else if (!/^\d{6,20}$/.test(entries.accountNo)) problems.accountNo = 'register.accountNo.digits';
  for (const part of ['firstName', 'lastName'] as const) {
    const name = entries[part].trim();
    if (!name) problems[part] = 'register.required';
    else if (wantsEnglishName(entries.bankCode) && !isEnglishName(name)) problems[part] = 'register.englishOnly';
  }
  return problems;
}

/** The wire format. `validate` is called before the bank is known: then those fields are ''. */
export function toRegistration(entries: Entries, withBank: boolean): Registration {
  return {
    name: entries.name.trim(),
    username: entries.phone,
    password: entries.password,
    sourceCode: entries.sourceCode,
    inviteCode: entries.inviteCode.trim(),
    bankCode: withBank ? entries.bankCode : '',
    bankAccountName: withBank ? `${entries.firstName.trim()} ${entries.lastName.trim()}` : '',
    bankAccountNo: withBank ? entries.accountNo : '',
    currency: withBank ? entries.currency : '',
  };
}
