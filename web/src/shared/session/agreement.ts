import { KEYS, kept } from './storage';

/** Whether the member has seen the agreement on this browser; a logout forgets it. */
export const agreementAccepted = () => kept.get(KEYS.agreement) === 'true';
export const rememberAgreement = () => kept.set(KEYS.agreement, 'true');
