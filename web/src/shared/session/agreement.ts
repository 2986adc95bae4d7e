import { KEYS, kept } from './storage';

/** Whether the member has seen the agreement on this browser; a logout forgets it. */
export const agreementAccepted = () => kept.get(KEYS.agreement) === 'true';
export const rememberAgreement = () => kept.set(KEYS.agreement, 'true');

/** The accepted version that the server has not recorded yet. */
export const acceptedVersion = {
  get: () => kept.get(KEYS.agreementVersion),
  set: (version: string) => kept.set(KEYS.agreementVersion, version),
  remove: () => kept.remove(KEYS.agreementVersion),
};
