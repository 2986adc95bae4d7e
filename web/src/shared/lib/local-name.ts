import type { BankNames } from '@/shared/api/wire';
import type { Locale } from '@/shared/i18n/types';

/** A bank's name in the member's language. */
export function bankName(bank: BankNames, locale: Locale): string {
  const names: Record<Locale, string> = { th: bank.nameTH, lo: bank.nameLO, en: bank.nameEN };
  return names[locale] || bank.nameTH;
}
