import { api, unwrap } from '@/shared/api/client';
import type { Credentials, Slot } from '@/shared/api/wire';
import { sendTo, submitTo } from '@/shared/lib/open-window';

/** SPEC.md §7: these auto-login calls carry a password in their path. The server ignores it, so none is sent. */
const WITH_PASSWORD = new Set(['askmebet', 'imi', 'usun', 'circus', 'slotracha', 'pgslot']);

/** The address that opens the game logged in, or undefined where the game is opened another way. */
async function autoLogin(provider: string, user: string): Promise<string> {
  const answer = WITH_PASSWORD.has(provider)
    ? api.GET('/api/autoLogin/{provider}/{user}/{password}', { params: { path: { provider, user, password: '-' } } })
    : api.GET('/api/autoLogin/{provider}/{user}', { params: { path: { provider, user } } });
  return (await unwrap(answer)).link;
}

/** What became of opening a game. A blocked window leaves the address, for a link that the member taps. */
export type Launched = { opened: true } | { opened: false; link: string };

/**
 * Opens a game in a tab of its own. The tab is opened empty inside the tap, because browsers block those that come
 * later, and sent to the game when the address is known.
 */
export async function launch(slot: Slot, credentials: Credentials, tab: Window | null): Promise<Launched> {
  if (slot.launch.kind === 'form' && credentials.event) {
    const { action, method, fields } = credentials.event;
    submitTo(tab, action, method, fields);
    return { opened: true };
  }
  try {
    const link =
      slot.launch.kind === 'autologin' ? await autoLogin(slot.launch.provider, credentials.username) : (slot.web ?? '');
    return sendTo(tab, link) ? { opened: true } : { opened: false, link };
  } catch (error) {
    tab?.close();
    throw error;
  }
}
