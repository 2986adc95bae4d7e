import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { ShutNotice } from './components/shut-notice';
import { newestQuery } from './queries';
import { reminder } from './reminder';
import { depositedToday, endOf, type Kind, type Shut, tightest } from './rules';
import { useProtection } from './use-protection';

/** Shows the member's own decisions before anything that moves money or starts play. */
const useBounds = () => {
  const { data, shut } = useProtection({ staleTime: 0 });
  return { limits: data?.limits ?? [], shut };
};

interface Props {
  children: ReactNode;
}

/** Around the deposit: while the member is shut out, no account for a payment is shown. */
export function GuardedDeposit({ children }: Props) {
  const { t } = useI18n();
  const { shut, limits } = useBounds();
  if (shut)
    return (
      <ShutNotice shut={shut} action={<ToWithdraw />}>
        <p>{t('shut.deposit')}</p>
      </ShutNotice>
    );
  const notes = (
    <>
      <Left kind="deposit" limits={limits} />
      <Reminded />
    </>
  );
  return <Below notes={notes}>{children}</Below>;
}

/** Around one game: nothing in it works while the member is shut out. */
export function GuardedGame({ children }: Props) {
  const { shut, limits } = useBounds();
  if (shut)
    return (
      <div className="rounded-m bg-s1">
        <ShutNotice shut={shut} action={<ToWithdraw />} />
      </div>
    );
  return <Below notes={<Left kind="loss" limits={limits} />}>{children}</Below>;
}

/**
 * Around transfers, which still lead out of games while the member is shut out, and around actions that are refused
 * meanwhile.
 */
export function GuardedMove({ children }: Props) {
  const { shut, limits } = useBounds();
  const note = shut ? <ShutNotice shut={shut} /> : <Left kind="loss" limits={limits} />;
  return <Below notes={note}>{children}</Below>;
}

/** On every page: until when the member is shut out, and what is still possible. */
export function ShutPage({ shut }: { shut: Shut }) {
  return (
    <div className="mx-auto w-full max-w-[992px] px-4 pt-4">
      <ShutNotice shut={shut} />
    </div>
  );
}

function Below({ notes, children }: Props & { notes: ReactNode }) {
  return (
    <>
      {/* Without a note there is no space for one. */}
      <div className="relative grid gap-2 not-empty:mb-4">{notes}</div>
      {children}
    </>
  );
}

function ToWithdraw() {
  const { t } = useI18n();
  const sheet = useSheet();
  return (
    <Button size="s" variant="secondary" icon="up" onClick={() => sheet.open('withdraw')}>
      {t('home.withdraw')}
    </Button>
  );
}

/** What the tightest limit still leaves, and until when. */
function Left({ kind, limits }: { kind: Kind; limits: Parameters<typeof tightest>[0] }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const limit = tightest(limits, kind);
  if (!limit) return null;
  const time = formatDateTime(endOf(limit.period, new Date()));
  const full = limit.left <= 0;
  return (
    <Notice
      tone={full ? 'warning' : 'info'}
      action={
        full && (
          <Button size="s" variant="secondary" icon="shield" onClick={() => sheet.open('protection')}>
            {t('safe.limits')}
          </Button>
        )
      }
    >
      {full
        ? t(`shut.${kind}Full`, { amount: baht(limit.amount), time })
        : t(`shut.${kind}Left`, { left: baht(limit.left), time })}
    </Notice>
  );
}

/** The member's own reminder, shown once today's deposits have reached it. */
function Reminded() {
  const { t } = useI18n();
  const from = reminder.get();
  const newest = useQuery({ ...newestQuery, enabled: from !== undefined });
  const today = depositedToday(newest.data ?? [], new Date());
  if (from === undefined || today < from) return null;
  return <Notice tone="warning">{t('reminder.reached', { amount: baht(today), limit: baht(from) })}</Notice>;
}
