import { ICONS } from '@/shared/ui/icon';

/** The members' drawings, and those that only the console shows. */
const DRAWINGS = {
  ...ICONS,
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 19M5 19l1.500-1.500M17.500 6.500L19 5',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  stamp: 'M9 14c0-3-2-4-2-7a5 5 0 0 1 10 0c0 3-2 4-2 7h4v4H5v-4zM5 21h14',
  print: 'M7 9V3h10v6M7 18H4v-8h16v8h-3M7 14h10v7H7z',
  key: 'M8 20a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM11.500 12.500L20 4M16.500 7.500l3 3M14 10l2 2',
  bell: 'M18 16V10a6 6 0 0 0-12 0v6l-2 2h16zM10 21h4',
  keyboard: 'M2 6h20v12H2zM6 10v.1M10 10v.1M14 10v.1M18 10v.1M8 14h8',
} as const;

export type IconName = keyof typeof DRAWINGS;

const SIZES = { s: 'size-4', m: 'size-5', l: 'size-6' } as const;

export function Icon({ name, size = 'm' }: { name: IconName; size?: keyof typeof SIZES }) {
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
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
