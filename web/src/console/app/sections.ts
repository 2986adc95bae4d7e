import type { Kind, KindCount, Me, Theme } from '@/console/api/contract';
import type { PlainKey } from '@/console/i18n/types';
import type { IconName } from '@/console/kit/icon';

export interface Section {
  path: string;
  name: PlainKey;
  icon: IconName;
  /** `g` and this letter go there. */
  letter: string;
  /** The call without which the part is not shown: not every role may read it. */
  call?: string;
  /** How many things wait there for the operator. */
  waiting?(me: Me, queue: readonly KindCount[]): number;
}

/** These have a part of their own. */
const APART: readonly Kind[] = ['proposal', 'chat'];

const countOf = (queue: readonly KindCount[], fits: (kind: Kind) => boolean) =>
  queue.reduce((sum, { kind, count }) => (fits(kind) ? sum + count : sum), 0);

/** Of the kinds that the operator decides; it has chosen none: of all. */
function waitsInQueue({ preference }: Me, queue: readonly KindCount[]): number {
  const own: readonly string[] = preference?.kinds ?? [];
  return countOf(queue, (kind) => !APART.includes(kind) && (own.length === 0 || own.includes(kind)));
}

export const THEME_FACES: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' };

/** The parts of the console, in the order of the menu. A part is a line here and a route in app.tsx. */
const SECTIONS: readonly Section[] = [
  { path: '/today', name: 'nav.today', icon: 'home', letter: 't' },
  {
    path: '/queue',
    name: 'nav.queue',
    icon: 'list',
    letter: 'q',
    waiting: waitsInQueue,
  },
  { path: '/past', name: 'nav.past', icon: 'clock', letter: 'h' },
  {
    path: '/chat',
    name: 'nav.chat',
    icon: 'chat',
    letter: 'c',
    waiting: (_, queue) => countOf(queue, (kind) => kind === 'chat'),
  },
  { path: '/member', name: 'nav.members', icon: 'people', letter: 'f' },
  {
    path: '/proposals',
    name: 'nav.proposals',
    icon: 'stamp',
    letter: 'p',
    waiting: ({ waiting }) => waiting.proposals,
  },
  { path: '/money', name: 'nav.money', icon: 'bank', letter: 'l' },
  { path: '/offer', name: 'nav.offer', icon: 'gift', letter: 'e' },
  { path: '/risk', name: 'nav.risk', icon: 'link', letter: 'r' },
  { path: '/brakes', name: 'nav.brakes', icon: 'shield', letter: 'b' },
  { path: '/restore', name: 'nav.restore', icon: 'refund', letter: 'v' },
  { path: '/notice', name: 'nav.notices', icon: 'bell', letter: 'n' },
  { path: '/person', name: 'nav.person', icon: 'lock', letter: 'd' },
  { path: '/staff', name: 'nav.staff', icon: 'people', letter: 'o' },
  { path: '/audit', name: 'nav.audit', icon: 'stamp', letter: 'a', call: 'listAudit' },
  { path: '/setting', name: 'nav.settings', icon: 'screen', letter: 's' },
];

/** The parts that somebody may see. */
export const sectionsOf = ({ may }: Me) => SECTIONS.filter(({ call }) => !call || may.includes(call));
