import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { useOnline } from '@/shared/hooks/use-online';
import { useShutOut } from '@/shared/hooks/use-shut-out';
import { Icon, type IconName } from './icon';
import { Spinner } from './spinner';

const BUTTON =
  'inline-flex min-w-0 items-center justify-center gap-2 rounded-m font-semibold transition-[transform,background-color,opacity] duration-120 ease-out select-none active:scale-[.98] disabled:opacity-50 disabled:active:scale-100';

const VARIANTS = {
  primary: 'bg-gold text-ongold',
  secondary: 'bg-s3 text-t1',
  ghost: 'bg-transparent text-t2',
  danger: 'bg-coral text-ongold',
  link: 'bg-transparent text-gold underline underline-offset-4',
};

const SIZES = { m: 'min-h-12 px-5 py-2 text-m', s: 'min-h-11 px-4 py-1.5 text-s' };

interface Look {
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
  /** As wide as its container. */
  block?: boolean | undefined;
}

const button = ({ variant = 'primary', size = 'm', block = false }: Look) =>
  `${BUTTON} ${VARIANTS[variant]} ${SIZES[size]} ${block ? 'w-full' : ''}`;

type Kind = Look & { icon?: IconName; children?: ReactNode };

type Props = Omit<ComponentProps<'button'>, 'className'> &
  Kind & {
    pending?: boolean;
    /** It moves money: without a network it is disabled. The sheet's head says why. */
    needsNetwork?: boolean;
    /** It moves money into play: while the member is shut out it is disabled. The page's head says until when. */
    needsPlay?: boolean;
  };

/** One button. `pending` shows work in progress and takes no second tap; the width does not change. */
export function Button({
  variant,
  size,
  block,
  pending,
  needsNetwork,
  needsPlay,
  icon,
  children,
  disabled,
  ...rest
}: Props) {
  const online = useOnline();
  const shut = useShutOut();
  return (
    <button
      type="button"
      {...rest}
      className={button({ variant, size, block })}
      disabled={disabled || pending || (needsNetwork && !online) || (needsPlay && shut)}
      aria-busy={pending || undefined}
    >
      {pending ? <Spinner /> : icon && <Icon name={icon} size="m" />}
      {children}
    </button>
  );
}

/** A link that looks like a button: for navigation. */
export function ButtonLink({ variant, size, block, icon, children, ...rest }: ComponentProps<typeof Link> & Kind) {
  return (
    <Link {...rest} className={button({ variant, size, block })}>
      {icon && <Icon name={icon} size="m" />}
      {children}
    </Link>
  );
}

/** A link out of the app. */
export function ButtonAnchor({ variant, size, block, icon, children, ...rest }: ComponentProps<'a'> & Kind) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...rest} className={button({ variant, size, block })}>
      {icon && <Icon name={icon} size="m" />}
      {children}
    </a>
  );
}

const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120';

const TONES = { plain: 'text-t2 hover:text-t1', filled: 'bg-s3 text-t1', gold: 'text-gold' };

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'aria-label'> & {
  tone?: keyof typeof TONES;
  icon: IconName;
  label: string;
  pending?: boolean;
};

/** A button that is only an icon; its label is for screen readers. */
export function IconButton({ icon, label, tone = 'plain', pending, disabled, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`${ICON_BUTTON} ${TONES[tone]}`}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending ? <Spinner /> : <Icon name={icon} size="m" />}
    </button>
  );
}
