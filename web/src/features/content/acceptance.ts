import { api, unwrap } from '@/shared/api/client';
import { ApiError } from '@/shared/api/error';
import { currentLocale } from '@/shared/i18n';
import { fingerprint } from '@/shared/lib/fingerprint';
import { acceptedVersion, rememberAgreement } from '@/shared/session/agreement';

/** Identifies the text that was shown: the operator may change it, and each language has its own. */
const versionOf = (items: readonly string[], locale = currentLocale()) =>
  `${locale}-${fingerprint(JSON.stringify(items))}`;

/** Records that the member accepted the text that was shown. */
export function accept(items: readonly string[]): void {
  rememberAgreement();
  acceptedVersion.set(versionOf(items));
  void reportAcceptance();
}

/** Reports the accepted version to the server; if that fails, the next visit does it. */
export async function reportAcceptance(): Promise<void> {
  const version = acceptedVersion.get();
  if (!version) return;
  try {
    await unwrap(api.POST('/api/account/agreement', { body: { version } }));
  } catch (error) {
    // A definitive refusal: another request would not change it.
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 401) return;
  }
  if (acceptedVersion.get() === version) acceptedVersion.remove();
}
