import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ItemCandidate, ItemDetail, ItemDevice, ItemEarlier, ItemLine } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { stateName } from '@/console/kit/facts';
import { LINK } from '@/console/kit/link';
import { MemberLink } from '@/console/kit/member-link';
import { reasonName } from '@/console/kit/reason';
import { State } from '@/console/kit/state';
import { baht } from '@/shared/lib/money';
import { rowAddress } from './past/address';

const TONES = { strong: 'jade', medium: 'gold', weak: 'grey' } as const;
const whyOf = (code: string) => lookUp(`near.why.${code}`) ?? code;

interface Props {
  detail: ItemDetail;
  /** Takes a member into the decision; nothing where that is not the caller's to decide. */
  onTake: ((member: string) => void) | undefined;
  /** Takes a line into a decision of its own. */
  onLine(line: ItemLine): void;
}

/**
 * Whose unclaimed money may be, the lines that a declared transfer may be about, the slips that were there before a slip, and the
 * devices that a withdrawal's member shares.
 */
export function Near({ detail: { candidates, lines, earlier, devices }, onTake, onLine }: Props) {
  const { t } = useI18n();
  return (
    <>
      <Section title={t('near.candidates')} rows={candidates}>
        {(one) => <Candidate key={one.member.id} one={one} onTake={onTake} />}
      </Section>
      <Section title={t('near.lines')} rows={lines}>
        {(one) => <Line key={one.id} one={one} onLine={onLine} />}
      </Section>
      <Section title={t('near.earlier')} rows={earlier}>
        {(one) => <Before key={one.id} one={one} />}
      </Section>
      <Section title={t('near.devices')} rows={devices}>
        {(one) => <Device key={one.key} one={one} />}
      </Section>
    </>
  );
}

interface SectionProps<Row> {
  title: string;
  rows: readonly Row[];
  children(row: Row): ReactNode;
}

/** One list of what is near, where there is something. */
function Section<Row>({ title, rows, children }: SectionProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-1 border-t border-line pt-5">
      <h3 className="text-m font-semibold">{title}</h3>
      <ul>{rows.map(children)}</ul>
    </section>
  );
}

function Candidate({ one: { member, why, strength }, onTake }: { one: ItemCandidate; onTake: Props['onTake'] }) {
  const { t } = useI18n();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0">
      <div className="grid min-w-0 grow gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2">
          <MemberLink member={member} />
          <State tone={TONES[strength]}>{t(`near.strength.${strength}`)}</State>
        </span>
        <span className="text-s text-t2">{why.map(whyOf).join(' · ')}</span>
      </div>
      {onTake && (
        <Button variant="secondary" onClick={() => onTake(member.id)}>
          {t('near.take')}
        </Button>
      )}
    </li>
  );
}

function Line({ one, onLine }: { one: ItemLine; onLine: Props['onLine'] }) {
  const { t } = useI18n();
  const { account, amount, at, payer, payerName, choice } = one;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0">
      <div className="grid min-w-0 grow gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold tabular-nums">{baht(amount)}</span>
          <Moment at={at} />
          <span>→ {account}</span>
        </span>
        <span className="text-s wrap-anywhere text-t2">
          {[payerName, payer].filter(Boolean).join(' · ') || t('near.unnamed')}
        </span>
      </div>
      {choice && (
        <Button variant="secondary" onClick={() => onLine(one)}>
          {t('near.takeLine')}
        </Button>
      )}
    </li>
  );
}

function Before({ one: { id, member, state, why, amount, at, same } }: { one: ItemEarlier }) {
  const { t } = useI18n();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2 text-s first:border-t-0">
      <Link to={rowAddress('slip', { kind: 'slip', id }, '')} className={LINK}>
        <Moment at={at} />
      </Link>
      <span>{stateName(state)}</span>
      {why && <span className="text-t2">{reasonName(why)}</span>}
      {same && <State tone="coral">{t('near.same')}</State>}
      {member && <MemberLink member={member} />}
      {amount !== null && <span className="ml-auto tabular-nums">{baht(amount)}</span>}
    </li>
  );
}

function Device({ one: { key, members, lastAt } }: { one: ItemDevice }) {
  const { t } = useI18n();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2 text-s first:border-t-0">
      <Link to={`/risk/device/${encodeURIComponent(key)}`} className={LINK}>
        {t('near.deviceOf', { count: members })}
      </Link>
      <span className="text-t2">
        {t('near.deviceLast')} <Moment at={lastAt} />
      </span>
    </li>
  );
}
