/** SPEC.md §5: these banks send money only to names in Latin letters. */
const ENGLISH_ONLY = new Set(['KTB', 'TMB', 'BBL']);

export const wantsEnglishName = (bankCode: string) => ENGLISH_ONLY.has(bankCode);

export const isEnglishName = (name: string) => /^[A-Z ]*[A-Z][A-Z ]*$/.test(name);

/** Account numbers of 10 digits are shown 3-3-rest. */
export function formatAccountNo(accountNo: string): string {
  return /^\d{10}$/.test(accountNo)
    ? `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`
    : accountNo;
}

/** Hides all but the last four digits: enough to recognise, not enough to copy over a shoulder. */
export function maskAccountNo(accountNo: string): string {
  return accountNo.length <= 4 ? accountNo : `${'•'.repeat(3)} ${accountNo.slice(-4)}`;
}
