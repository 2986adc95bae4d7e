import { CHAT_SCREENS } from './chat-screens.mjs';
import { DEPOSIT_SCREENS } from './deposit-screens.mjs';
import { GAME_SCREENS } from './game-screens.mjs';
import { LINES } from './lines.mjs';
import { MONEY_SCREENS, STATEMENT_SCREENS } from './money-screens.mjs';
import { OFFER_SCREENS } from './offer-screens.mjs';
import { PROFILE_SCREENS } from './profile-screens.mjs';
import { PROTECTION_SCREENS } from './protection-screens.mjs';
import { LAOS_SCREENS, PUBLIC_SCREENS } from './public-screens.mjs';
import { HOME_SCREENS, SHELL_SCREENS } from './shell-screens.mjs';
import { SPIN_SCREENS } from './spin-screens.mjs';

// A screen: its address (path), whether a member is logged in (member), what is changed before it opens (before), the
// actions on it (act), whether the picture is as long as the page (fullPage), and its caption (lines.mjs). Some never
// finish: a part of an address never answers (hangs), placeholders stay (holes), the page reports an error (breaks), or
// the requested sheet is left (leads).
const group = (title, screens) => ({
  title,
  screens: screens.map((screen) => ({ ...screen, shows: LINES[screen.name] })),
});

export const GROUPS = [
  group('Before the login', PUBLIC_SCREENS),
  group('In Laos', LAOS_SCREENS),
  group('Around every page', SHELL_SCREENS),
  group('Home', HOME_SCREENS),
  group('Deposits', DEPOSIT_SCREENS),
  group('Withdrawals and transfers', MONEY_SCREENS),
  group('Games', GAME_SCREENS),
  group('Statement', STATEMENT_SCREENS),
  group('Bonuses, refunds, invitations', OFFER_SCREENS),
  group('The wheel', SPIN_SCREENS),
  group('Profile and contact', PROFILE_SCREENS),
  group('Protection and security', PROTECTION_SCREENS),
  group('Chat', CHAT_SCREENS),
];
export const SCREENS = GROUPS.flatMap(({ screens }) => screens);

export const LOCALES = ['th', 'lo', 'en'];
export const WIDTHS = [
  // With touch, scroll bars lie over the page as they do on phones.
  {
    name: 'phone',
    device: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true },
  },
  { name: 'desktop', device: { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 } },
];

/** The smallest phone, for the longest names and the largest sums. */
export const NARROW = {
  name: 'narrow',
  device: { viewport: { width: 320, height: 640 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true },
};
