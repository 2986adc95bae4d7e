import { uuid } from '@/shared/lib/uuid';
import { KEYS, kept } from './storage';

function keptUuid(key: string): string {
  const known = kept.get(key);
  if (known) return known;
  const fresh = uuid();
  kept.set(key, fresh);
  return fresh;
}

/** Identifies this browser to the server, so that wrong logins of others do not lock its member out. */
export const deviceId = () => keptUuid(KEYS.deviceId);

/** Identifies a visitor without a login, in the support chat. */
export const guestId = () => keptUuid(KEYS.guestId);

/** `PR` and a member's id (docs/founding/API.md). A sheet's own `code` parameter is not one. */
const INVITE_CODE = /^PR[0-9A-Z]{12}$/i;

/** The inviter's code of the link that led to this browser's visit; it is kept until somebody registers with it. */
export const inviteCode = {
  get: () => kept.get(KEYS.inviteCode) ?? '',
  keep: (code: string) => kept.set(KEYS.inviteCode, code),
  /** Reads it on any page to which a friend's link may have led. */
  keepFrom(search: string) {
    const code = new URLSearchParams(search).get('code');
    if (code && INVITE_CODE.test(code)) kept.set(KEYS.inviteCode, code);
  },
  /** Somebody has registered with it: the next person on this browser was not invited by that link. */
  forget: () => kept.remove(KEYS.inviteCode),
};
