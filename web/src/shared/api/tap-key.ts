import { isSecondHalf, lastTap } from '@/shared/lib/double-tap';
import { uuid } from '@/shared/lib/uuid';
import { tab } from '@/shared/session/storage';
import { isUnknownOutcome } from './outcome';

/** A tap with a lost answer is the same tap for this long; after that the member means a new one. */
const SAME_TAP_MS = 5 * 60_000;

/**
 * The last answered tap of each action, in this page's memory. A request may have waited long for another one (the
 * MONEY scope) and for later refetches, so the time of the tap is what counts.
 */
const answered = new Map<string, { body: string; at: number; answer: unknown }>();

interface Tap {
  key: string;
  body: string;
  at: number;
}

/**
 * Sends one tap of a money button with its Idempotency-Key (API.md, Conventions). The key is stored before the request
 * is sent, and kept while the outcome is unknown (no answer, 5xx, IDEMPOTENCY_IN_PROGRESS), even over a reload. The
 * next tap of the same action then gets the first answer instead of moving money twice. Any other answer settles it,
 * and the next tap is a new one, unless it comes too soon to be meant.
 */
export async function withTapKey<T>(
  action: string,
  body: unknown,
  send: (key: { 'Idempotency-Key': string }) => Promise<T>,
  now = Date.now,
  made = lastTap(now),
): Promise<T> {
  const slot = `tap:${action}`;
  const wanted = JSON.stringify(body ?? null);
  const last = answered.get(slot);
  if (last?.body === wanted && isSecondHalf(last.at, made)) return last.answer as T;
  const tap = openTap(slot, wanted, now()) ?? { key: uuid(), body: wanted, at: now() };
  tab.set(slot, JSON.stringify(tap));
  try {
    const answer = await send({ 'Idempotency-Key': tap.key });
    tab.remove(slot);
    answered.set(slot, { body: wanted, at: now(), answer });
    return answer;
  } catch (error) {
    if (!isUnknownOutcome(error)) tab.remove(slot);
    throw error;
  }
}

/** For tests: each starts like a new page. */
export const forgetTaps = () => answered.clear();

function openTap(slot: string, body: string, now: number): Tap | undefined {
  try {
    const tap = JSON.parse(tab.get(slot) ?? 'null') as Tap | null;
    return tap && tap.body === body && now - tap.at < SAME_TAP_MS ? tap : undefined;
  } catch {
    return undefined;
  }
}
