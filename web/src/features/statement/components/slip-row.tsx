import { type ReactNode, useEffect, useRef } from 'react';
import { codeText } from '@/shared/api/error-text';
import type { Slip } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { baht } from '@/shared/lib/money';
import { formatDateTime, timeAgo } from '@/shared/lib/time';
import { PATHS } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Icon, type IconName } from '@/shared/ui/icon';
import { AGO } from '../ago';
import { nextStep, type SlipState, slipState, type Way, wayOn } from '../slip-rules';
import { ViewPicture } from './view-picture';

const LOOKS: Record<SlipState, { icon: IconName; color: string; text: PlainKey }> = {
  checking: { icon: 'clock', color: 'text-sky', text: 'slips.checking' },
  review: { icon: 'people', color: 'text-sky', text: 'slips.review' },
  assigning: { icon: 'shield', color: 'text-gold', text: 'slips.assigning' },
  coming: { icon: 'clock', color: 'text-sky', text: 'slips.coming' },
  already: { icon: 'check', color: 'text-jade', text: 'slips.already' },
  done: { icon: 'check', color: 'text-jade', text: 'slips.done' },
  failed: { icon: 'cross', color: 'text-coral', text: 'slips.failed' },
};

interface Props {
  slip: Slip;
  now: Date;
  /** Whether it was sent a moment ago. */
  fresh: boolean;
}

/** One slip: when, how much, its state and why, and what to do now. */
export function SlipRow({ slip, now, fresh }: Props) {
  const { t } = useI18n();
  const row = useRef<HTMLLIElement>(null);
  const state = slipState(slip);
  const look = LOOKS[state];
  const { unit, count } = timeAgo(slip.createdAt, now);
  useEffect(() => {
    if (fresh) row.current?.scrollIntoView({ block: 'nearest' });
  }, [fresh]);
  return (
    <li ref={row} className={`grid gap-2 rounded-l border bg-s2 p-4 text-s ${fresh ? 'border-gold' : 'border-line'}`}>
      <div className="flex items-baseline justify-between gap-3">
        <p role={fresh ? 'status' : undefined} className={`flex items-center gap-1.5 font-semibold ${look.color}`}>
          <Icon name={look.icon} size="s" />
          {t(look.text)}
        </p>
        <p className="text-m font-semibold tabular-nums">{slip.amount > 0 ? baht(slip.amount) : <NoAmount />}</p>
      </div>
      <Explained slip={slip} state={state} />
      <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-3 text-xs text-t3 tabular-nums">
        <span>
          {formatDateTime(slip.createdAt)} · {t(AGO[unit], { count })}
        </span>
        <ViewPicture slip={slip} />
      </div>
    </li>
  );
}

function Explained({ slip, state }: { slip: Slip; state: SlipState }) {
  const { t } = useI18n();
  const { note, amount } = slip;
  switch (state) {
    case 'done':
      return null;
    case 'checking':
      return <p className="text-t2">{t(amount > 0 ? 'slips.confirmedText' : 'slips.checkingText')}</p>;
    case 'review':
      return (
        <Why note={note}>
          <p className="text-t2">{t('slips.reviewText')}</p>
        </Why>
      );
    case 'coming':
      return <p className="text-t2">{t(nextStep(note))}</p>;
    case 'already':
      return <Already slip={slip} />;
    case 'assigning':
      return (
        <Why note={note}>
          <p className="text-t2">{t('slips.assigningText')}</p>
          <WayOn way="contact" />
        </Why>
      );
    case 'failed':
      return (
        <Why note={note}>
          <p className="text-t2">{t(nextStep(note))}</p>
          <WayOn way={wayOn(note)} />
        </Why>
      );
  }
}

/** The earlier deposit that credited this money, and its receipt. */
function Already({ slip: { note, params } }: { slip: Slip }) {
  const { t } = useI18n();
  const { openOver } = useSheet();
  return (
    <>
      <p className="text-t2">{t(nextStep(note))}</p>
      {params && (
        <div className="grid justify-items-start gap-2">
          <p className="tabular-nums">
            {baht(params.amount)} · {formatDateTime(params.time)}
          </p>
          <Button
            size="s"
            variant="secondary"
            icon="list"
            onClick={() => openOver('receipt', { reference: params.reference })}
          >
            {t('slips.openDeposit')}
          </Button>
        </div>
      )}
    </>
  );
}

function Why({ note, children }: { note: string | null; children: ReactNode }) {
  return (
    <>
      <p className="font-semibold">{codeText(note ?? 'UNKNOW_ERROR')}</p>
      {children}
    </>
  );
}

function WayOn({ way }: { way: Way }) {
  const { t } = useI18n();
  const { open } = useSheet();
  if (!way) return null;
  return (
    <div>
      {way === 'again' ? (
        <Button size="s" variant="secondary" icon="image" onClick={() => open('deposit', { tab: 'slip' })}>
          {t('slips.again')}
        </Button>
      ) : (
        <ButtonLink size="s" variant="secondary" icon="chat" to={PATHS.memberContact}>
          {t('slips.contact')}
        </ButtonLink>
      )}
    </div>
  );
}

/** SPEC.md §2: a dash until the bank has confirmed the amount. */
function NoAmount() {
  const { t } = useI18n();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('slips.noAmount')}</span>
    </>
  );
}
