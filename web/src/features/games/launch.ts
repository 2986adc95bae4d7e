import { api, unwrap } from '@/shared/api/client';
import { ApiError, endsSession, isGone } from '@/shared/api/error';
import type { Credentials, Slot } from '@/shared/api/wire';
import { config } from '@/shared/config';
import { type Post, postTo, sendTo, webAddress } from '@/shared/lib/open-window';

/** SPEC.md §7: these auto-login calls carry a password in their path. The server ignores it, so none is sent. */
const WITH_PASSWORD = new Set(['askmebet', 'imi', 'usun', 'circus', 'slotracha', 'pgslot']);

/** The steps before a game can be opened: the member's credentials there, and the game's page. */
export type Step = 'account' | 'address';

/** Opening a game failed: the step and the reason. */
export class LaunchError extends Error {
  constructor(
    readonly step: Step,
    readonly reason: unknown,
  ) {
    super(`launch: ${step}`);
    this.name = 'LaunchError';
  }
}

/** How a game's page is opened: by its address, or by a form that is posted there. */
export type Way = { link: string } | { post: Post };

/** The result of opening a game. If no tab could be opened, the target is kept for a tap of its own. */
export type Launched = { opened: true } | { opened: false; way: Way };

/**
 * Opens a game in a tab of its own. The tab is opened empty inside the tap, because browsers block later ones, and is
 * sent to the game when the target is known. `account` fetches the credentials again: a form's password or token may
 * have changed since the sheet was opened. Nothing of them is logged or kept.
 */
export async function launch(slot: Slot, account: () => Promise<Credentials>, tab: Window | null): Promise<Launched> {
  try {
    const way = await wayInto(slot, account);
    const opened = 'link' in way ? sendTo(tab, way.link) : postTo(tab, way.post);
    return opened ? { opened } : { opened, way };
  } catch (error) {
    tab?.close();
    throw error;
  }
}

async function wayInto(slot: Slot, account: () => Promise<Credentials>): Promise<Way> {
  switch (slot.launch.kind) {
    case 'autologin': {
      const { username } = await at('account', account());
      const link = await at('address', autoLogin(slot.launch.provider, username));
      return { link: hosted(slot, link) };
    }
    case 'form': {
      const { event } = await at('account', account());
      // Its login page would open instead, perhaps without a password to type, and would count as opened.
      if (!event) throw new LaunchError('account', noWay(slot));
      return wayOfForm(event);
    }
    case 'url':
      return ownPage(slot);
  }
}

async function at<T>(step: Step, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    // These errors end more than this launch, so they are passed on unchanged.
    if (endsSession(error) || isGone(error)) throw error;
    throw new LaunchError(step, error);
  }
}

/** The address that opens the game logged in. */
async function autoLogin(provider: string, user: string): Promise<string> {
  const answer = WITH_PASSWORD.has(provider)
    ? api.GET('/api/autoLogin/{provider}/{user}/{password}', { params: { path: { provider, user, password: '-' } } })
    : api.GET('/api/autoLogin/{provider}/{user}', { params: { path: { provider, user } } });
  return (await unwrap(answer)).link;
}

/** A browser turns a GET form into an address; so it can be a link, too. */
function wayOfForm({ action, method, fields }: NonNullable<Credentials['event']>): Way {
  if (method === 'POST') return { post: { action, fields } };
  const url = new URL(action, location.origin);
  if (Object.keys(fields).length > 0) url.search = new URLSearchParams(fields).toString();
  return { link: webAddress(url.href) };
}

/** The game's page as the operator configures it: the member signs in there by hand. */
function ownPage(slot: Slot): Way {
  if (!slot.web) throw new LaunchError('address', noWay(slot));
  return { link: webAddress(slot.web) };
}

/** The game can't be opened now, but perhaps in a moment. */
const noWay = ({ code }: Slot) => new ApiError('TRY_AGAIN', 0, { game: code });

/** PG's games may have a host of the operator's own (`pgHost` of /config.json, SPEC.md §9), always by TLS. */
export function hosted(slot: Slot, link: string): string {
  const host = slot.launch.provider === 'pg' ? config().pgHost : undefined;
  const url = new URL(webAddress(link));
  if (!host || !/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/i.test(host)) return url.href;
  const own = new URL(`https://${host}`);
  url.protocol = own.protocol;
  url.hostname = own.hostname;
  url.port = own.port;
  return url.href;
}
