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

/** `PR` and a member's id (docs/founding/API.md). Sheets have a `code` of their own, which is none of this. */
const INVITE_CODE = /^PR[0-9A-Z]{12}$/i;

/** The inviter's code of the link this browser came by; it stays until somebody registers with it. */
export const inviteCode = {
  get: () => kept.get(KEYS.inviteCode) ?? '',
  keep: (code: string) => kept.set(KEYS.inviteCode, code),
  /** Of any page that a friend's link may have led to. */
  keepFrom(search: string) {
    const code = new URLSearchParams(search).get('code');
    if (code && INVITE_CODE.test(code)) kept.set(KEYS.inviteCode, code);
  },
  /** Somebody has registered with it: the next one on this browser was not invited by them. */
  forget: () => kept.remove(KEYS.inviteCode),
};
