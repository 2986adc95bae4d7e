const REFERENCE = /^[0-9a-z]{15}$/;

export const accountAddress = (name: string) => `/money/account/${encodeURIComponent(name)}`;
export const transferAddress = (reference: string) => `/money/transfer/${encodeURIComponent(reference)}`;

/** Where what somebody looks for is shown: an account has a colon in its name, a reference has its form, else it is a member's ID. */
export function addressOf(text: string): string {
  const wanted = text.trim();
  if (wanted.includes(':')) return accountAddress(wanted);
  if (REFERENCE.test(wanted.toLowerCase())) return transferAddress(wanted.toLowerCase());
  return `/money/transfers?${new URLSearchParams({ member: wanted.toUpperCase() })}`;
}
