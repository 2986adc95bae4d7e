import { api, unwrap } from '@/shared/api/client';
import { ApiError } from '@/shared/api/error';
import { currentLocale } from '@/shared/i18n';
import { fingerprint } from '@/shared/lib/fingerprint';
import { acceptedVersion, rememberAgreement } from '@/shared/session/agreement';

/** Names the words that were shown: the operator may change them, and each language has its own. */
const versionOf = (items: readonly string[], locale = currentLocale()) =>
  `${locale}-${fingerprint(JSON.stringify(items))}`;

/** What the member was shown is accepted. */
export function accept(items: readonly string[]): void {
  rememberAgreement();
  acceptedVersion.set(versionOf(items));
  void tellAcceptance();
}

/** Tells the server which version was accepted; where that fails, the next visit tells it. */
export async function tellAcceptance(): Promise<void> {
  const version = acceptedVersion.get();
  if (!version) return;
  try {
    await unwrap(api.POST('/api/account/agreement', { body: { version } }));
  } catch (error) {
    // Refused for good: asking again would not change it.
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 401) return;
  }
  if (acceptedVersion.get() === version) acceptedVersion.remove();
}
