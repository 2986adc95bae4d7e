import { api, unwrap } from '@/shared/api/client';
import type { Credentials, Slot } from '@/shared/api/wire';

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
    tab?.close();
    submitForm(credentials.event);
    return { opened: true };
  }
  try {
    const link =
      slot.launch.kind === 'autologin' ? await autoLogin(slot.launch.provider, credentials.username) : (slot.web ?? '');
    if (tab && !tab.closed) {
      tab.location.replace(link);
      return { opened: true };
    }
    return { opened: false, link };
  } catch (error) {
    tab?.close();
    throw error;
  }
}

function submitForm(event: NonNullable<Credentials['event']>): void {
  const form = document.createElement('form');
  form.action = event.action;
  form.method = event.method;
  form.target = '_blank';
  form.rel = 'noopener';
  for (const [name, value] of Object.entries(event.fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
