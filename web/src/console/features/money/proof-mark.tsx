import { useI18n } from '@/console/i18n';
import { Icon } from '@/console/kit/icon';
import { State } from '@/console/kit/state';
import type { Outcome, Verdict } from './proof';

const TONES = { proved: 'jade', failed: 'coral', unsure: 'gold' } as const;

/** What a proof shows, in a word. */
export function ProofState({ outcome }: { outcome: Outcome }) {
  const { t } = useI18n();
  return <State tone={TONES[outcome]}>{t(`proof.${outcome}`)}</State>;
}

const FACES = {
  yes: { icon: 'check', colour: 'text-jade' },
  no: { icon: 'alert', colour: 'text-coral font-semibold' },
  later: { icon: 'clock', colour: 'text-t2' },
  unread: { icon: 'info', colour: 'text-t3' },
} as const;

/** One thing that was checked, and what was found. */
export function Checked({ what, verdict }: { what: string; verdict: Verdict }) {
  const { t } = useI18n();
  const { icon, colour } = FACES[verdict];
  return (
    <li className="flex items-start gap-2 py-0.5">
      <span className={`mt-0.5 ${colour}`}>
        <Icon name={icon} size="s" />
      </span>
      <span className="min-w-0 flex-1">{what}</span>
      <span className={`text-s whitespace-nowrap ${colour}`}>{t(`proof.${verdict}`)}</span>
    </li>
  );
}
