/** 24 px line drawings, 1.8 wide. One map, so that a new icon is one line. */
export const ICONS = {
  home: 'M3 11l9-8 9 8v9a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6',
  'user-plus': 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 4-6 8-6s8 2 8 6M19 8v6M16 11h6',
  plus: 'M12 5v14M5 12h14',
  play: 'M8 5l11 7-11 7z',
  chat: 'M4 5h16v11H9l-5 4z',
  down: 'M12 4v13m-6-6l6 6 6-6M4 21h16',
  up: 'M12 20V7m-6 6l6-6 6 6M4 3h16',
  swap: 'M4 8h14l-4-4M20 16H6l4 4',
  gift: 'M4 10h16v10H4zM2 7h20v3H2zM12 7v13M12 7c-2 0-5-1-4-3s4 0 4 3c0-3 3-5 4-3s-2 3-4 3',
  list: 'M5 6h14M5 12h14M5 18h9',
  wheel: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M3 12h18M5.6 5.6l12.8 12.8M18.4 5.6L5.6 18.4',
  coin: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8l4 4-4 4-4-4z',
  refund: 'M4 12a8 8 0 1 0 3-6M7 2v4h4',
  refresh: 'M20 12a8 8 0 0 1-14.5 4.6M4 12a8 8 0 0 1 14.5-4.6M19 3v5h-5M5 21v-5h5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-4 3-6 7-6s7 2 7 6M16 5a3 3 0 0 1 0 6M18 14c2.5.8 4 2.6 4 5',
  scroll: 'M6 3h11a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5M9 8h6M9 12h6M9 16h3',
  logout: 'M14 4H5v16h9M10 12h11m-4-4l4 4-4 4',
  lock: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4M12 15v2',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  'eye-off':
    'M4 4l16 16M10 5.2A9 9 0 0 1 12 5c6 0 10 7 10 7a17 17 0 0 1-3 3.6M6.5 7A16 16 0 0 0 2 12s4 7 10 7a9 9 0 0 0 4.5-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2',
  check: 'M5 12.5l4.5 4.5L19 7',
  cross: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.1',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8v.1',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-left': 'M15 5l-7 7 7 7',
  'chevron-right': 'M9 5l7 7-7 7',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  phone: 'M8 2h8a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zM11 18.5h2',
  bank: 'M3 9l9-6 9 6zM5 9v9M10 9v9M14 9v9M19 9v9M3 21h18',
  wallet: 'M4 6h13a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h11v2M19 11h3v5h-3a2.5 2.5 0 0 1 0-5z',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2h-2z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  image: 'M4 4h16v16H4zM4 16l5-5 5 5M13 15l3-3 4 4M15 9v.1',
  key: 'M15 15a6 6 0 1 0-5.6-3.8L3 17.5V21h4v-2h2v-2h2l1.7-1.7A6 6 0 0 0 15 15zM16 8v.1',
  offline:
    'M3 3l18 18M5 12a10 10 0 0 1 4-2.3M2 8.5A15 15 0 0 1 6.5 6M12 5c4 0 7.5 1.4 10 3.5M15 9.9a10 10 0 0 1 4 2.1M8.5 15.5a5 5 0 0 1 7 0M12 19v.1',
  share: 'M12 15V3m-4 4l4-4 4 4M5 12v8h14v-8',
  camera: 'M4 7h4l2-3h4l2 3h4v12H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.500-1-8-4-8-9V6zM12 8v4.500M12 16v.1',
  download: 'M12 4v11m-5-5l5 5 5-5M4 20h16',
  send: 'M4 12l16-8-5 16-4-7zM11 13l9-9',
  clip: 'M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.5 3.5 0 0 1 5 5l-8.5 8.5a1.8 1.8 0 0 1-2.5-2.5L14.5 7.5',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9s.5-6 3.5-9z',
} as const;

export type IconName = keyof typeof ICONS;

const SIZES = { s: 'size-4', m: 'size-5', l: 'size-6', xl: 'size-10' } as const;

export function Icon({ name, size = 'l' }: { name: IconName; size?: keyof typeof SIZES }) {
  return (
    <svg
      aria-hidden="true"
      className={`${SIZES[size]} shrink-0`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={ICONS[name]} />
    </svg>
  );
}
