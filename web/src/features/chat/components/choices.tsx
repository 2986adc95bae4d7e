import type { ChatSaid } from '@/shared/api/wire';
import { Icon } from '@/shared/ui/icon';
import type { Choice } from '../content';

interface Props {
  choices: Choice[];
  label?: string;
  /** Side by side and round, below a bubble; otherwise one under the other, inside it. */
  chips?: boolean;
  onSay: ((message: ChatSaid) => void) | undefined;
}

/** Buttons of a message: some lead out of the app, the others send a text in the member's name. */
export function Choices({ choices, label, chips, onSay }: Props) {
  const look = chips
    ? 'min-h-11 rounded-full border border-gold px-4 py-1.5 text-s font-semibold text-gold'
    : 'flex min-h-11 w-full items-center justify-center gap-2 rounded-m border border-control px-3 py-1.5 text-center text-s font-semibold text-t1';
  return (
    <ul aria-label={label} className={chips ? 'flex flex-wrap gap-2 pt-1' : 'grid gap-2'}>
      {choices.map((choice, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message's buttons do not change
        <li key={i}>
          <One choice={choice} look={look} onSay={onSay} />
        </li>
      ))}
    </ul>
  );
}

function One({ choice: { title, act }, look, onSay }: { choice: Choice; look: string; onSay: Props['onSay'] }) {
  if ('say' in act)
    return (
      <button type="button" onClick={() => onSay?.(act.say)} className={look}>
        {title}
      </button>
    );
  const out = act.out ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a href={act.href} {...out} className={look}>
      <Icon name={act.out ? 'external' : act.href.startsWith('tel:') ? 'phone' : 'link'} size="s" />
      {title}
    </a>
  );
}
