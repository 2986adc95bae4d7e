import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '@/shared/ui/spinner';
import { Icon, type IconName } from './icon';
import { Kbd } from './kbd';

const BUTTON =
  'target inline-flex min-w-0 items-center justify-center gap-2 rounded-m px-3 py-1 text-s font-semibold transition-colors duration-120 select-none disabled:opacity-50';

const VARIANTS = {
  primary: 'bg-gold text-ongold',
  secondary: 'bg-s3 text-t1 hover:bg-line',
  ghost: 'text-t2 hover:bg-s2 hover:text-t1',
  danger: 'border border-coral/60 text-coral hover:bg-coral/10',
};

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: keyof typeof VARIANTS;
  icon?: IconName;
  /** The key that does the same. */
  hint?: string;
  /** As wide as its container. */
  block?: boolean;
  pending?: boolean;
  children: ReactNode;
};

/** One button. `pending` shows work in progress and takes no second press. */
export function Button({ variant = 'primary', icon, hint, block, pending, disabled, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${BUTTON} ${VARIANTS[variant]} ${block ? 'w-full' : ''}`}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      aria-keyshortcuts={hint}
    >
      {pending ? <Spinner /> : icon && <Icon name={icon} size="s" />}
      {children}
      {hint && <Kbd>{hint}</Kbd>}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'aria-label'> & { icon: IconName; label: string };

/** A button that is only an icon; its label is for screen readers, and for the pointer that rests on it. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className="target grid aspect-square place-items-center rounded-m text-t2 hover:bg-s2 hover:text-t1"
    >
      <Icon name={icon} />
    </button>
  );
}
