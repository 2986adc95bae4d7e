import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

interface Props {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'gold' | 'jade';
  /** Whole pages (not found, terminated) use it as their heading. */
  page?: boolean;
}

/** An empty list or page: a large diamond with its subject, one line, and the next step. */
export function EmptyState({ icon, title, children, action, page, tone = 'gold' }: Props) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <span className={`relative mb-2 grid size-28 place-items-center ${tone === 'gold' ? 'text-gold' : 'text-jade'}`}>
        <svg aria-hidden="true" viewBox="0 0 112 112" className="absolute inset-0" fill="none" stroke="currentColor">
          <path d="M56 4l52 52-52 52L4 56z" strokeWidth="2" />
          <path d="M56 18l38 38-38 38-38-38z" opacity=".4" />
        </svg>
        <Icon name={icon} size="xl" />
      </span>
      <Title className={page ? 'text-xl font-semibold' : 'text-m font-semibold'}>{title}</Title>
      {children && <div className="max-w-[36ch] text-s text-balance text-t2">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
