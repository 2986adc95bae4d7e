import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

const TONES = {
  info: ['border-sky/40 bg-sky/10 text-t1', 'info', 'text-sky'],
  success: ['border-jade/40 bg-jade/10 text-t1', 'check', 'text-jade'],
  warning: ['border-gold/40 bg-gold/10 text-t1', 'alert', 'text-gold'],
  error: ['border-coral/40 bg-coral/10 text-t1', 'alert', 'text-coral'],
  gift: ['border-lotus/40 bg-lotus/10 text-t1', 'gift', 'text-lotus'],
} as const satisfies Record<string, readonly [string, IconName, string]>;

interface Props {
  tone?: keyof typeof TONES;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It answers a tap: it is announced, whatever its tone. */
  announced?: boolean;
}

/** A message at its place in the page. Errors and successes are announced. */
export function Notice({ tone = 'info', title, children, action, announced = tone === 'success' }: Props) {
  const [box, icon, color] = TONES[tone];
  const role = tone === 'error' ? 'alert' : announced ? 'status' : undefined;
  return (
    <div role={role} className={`flex gap-3 rounded-m border p-3 text-s ${box}`}>
      <span className={`mt-px ${color}`}>
        <Icon name={icon} size="m" />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={title ? 'text-t2' : ''}>{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}
