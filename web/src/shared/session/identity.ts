import { uuid } from '@/shared/lib/uuid';
import { KEYS, kept } from './storage';

function keptUuid(key: string): string {
  const known = kept.get(key);
  if (known) return known;
  const fresh = uuid();
  kept.set(key, fresh);
  return fresh;
}

/** Names this browser to the server, so that others' wrong logins do not lock its member out. */
export const deviceId = () => keptUuid(KEYS.deviceId);

/** Names a visitor who is not logged in, in the support chat. */
export const guestId = () => keptUuid(KEYS.guestId);

/** The inviter's code of the link this browser came by; it stays until somebody registers with it. */
export const inviteCode = {
  get: () => kept.get(KEYS.inviteCode) ?? '',
  keep: (code: string) => kept.set(KEYS.inviteCode, code),
};
