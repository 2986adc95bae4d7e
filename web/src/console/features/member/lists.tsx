import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownMember } from '@/console/api/contract';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { lookUp, useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { auditName } from '@/console/kit/audit-name';
import { Button } from '@/console/kit/button';
import { MemberLink } from '@/console/kit/member-link';
import { reasonName } from '@/console/kit/reason';
import { ListRow, RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { invalidate } from '@/shared/api/invalidate';
import { baht, grouped } from '@/shared/lib/money';
import { END_SESSION } from './calls';
import { Devices } from './money-lists';
import { linksQuery, ownQuery } from './queries';
import { MemberState } from './state';

interface Props {
  shown: ShownMember;
}

/** The list's call as a file. */
const fileOf = (id: string, list: string) => ({ path: `/api/member/${id}/${list}` });

const SLIPS = { review: 'gold', credited: 'jade', failed: 'coral' } as const;
const CONDITIONS = { active: 'gold', ending: 'gold', success: 'jade' } as const;

export function SlipsTab({ shown: { member } }: Props) {
  const { t } = useI18n();
  const list = useInfiniteQuery(ownQuery(member.id, 'slip'));
  return (
    <RowList title={t('tab.slips')} list={list} empty={t('tab.slips.none')} file={fileOf(member.id, 'slip')}>
      {({ reference, state, reason, bank, bankReference, account, amount, uploadedAt, paidAt }) => (
        <ListRow
          key={reference}
          title={
            <>
              {reference}
              <State tone={SLIPS[state as keyof typeof SLIPS] ?? 'grey'}>{lookUp(`slip.${state}`) ?? state}</State>
            </>
          }
          figure={amount > 0 ? baht(amount) : undefined}
        >
          <Moment at={uploadedAt} />
          {reason && <span>{reasonName(reason)}</span>}
          {bank && <span>{account ? `${bank} → ${account}` : bank}</span>}
          {bankReference && <span className="text-t3">{bankReference}</span>}
          {paidAt && (
            <span>
              {t('tab.paid')} <Moment at={paidAt} />
            </span>
          )}
        </ListRow>
      )}
    </RowList>
  );
}

/** Its conditional credits, and the prizes that it has not claimed. */
export function OffersTab({ shown: { member } }: Props) {
  const { t } = useI18n();
  const conditions = useInfiniteQuery(ownQuery(member.id, 'condition'));
  const coupons = useInfiniteQuery(ownQuery(member.id, 'coupon'));
  return (
    <>
      <RowList
        title={t('tab.conditions')}
        list={conditions}
        empty={t('tab.conditions.none')}
        file={fileOf(member.id, 'condition')}
      >
        {({ id, source, campaign, state, credit, deposit, required, returned, grantedAt, expiresAt }) => (
          <ListRow
            key={id}
            title={
              <>
                {[lookUp(`source.${source}`) ?? source, campaign].filter(Boolean).join(' · ')}
                <State tone={CONDITIONS[state as keyof typeof CONDITIONS] ?? 'grey'}>
                  {lookUp(`condition.${state}`) ?? state}
                </State>
              </>
            }
            figure={baht(credit)}
          >
            <Moment at={grantedAt} />
            {state === 'active' && (
              <span>
                {t('member.expires')} <Moment at={expiresAt} />
              </span>
            )}
            {deposit > 0 && <span>{t('tab.matched', { amount: baht(deposit) })}</span>}
            {required > 0 && <span>{t('tab.required', { amount: baht(required) })}</span>}
            {returned > 0 && <span>{t('tab.returned', { amount: baht(returned) })}</span>}
          </ListRow>
        )}
      </RowList>
      <RowList title={t('tab.coupons')} list={coupons} empty={t('tab.coupons.none')} file={fileOf(member.id, 'coupon')}>
        {({ id, kind, code, amount, coins, expiresAt }) => (
          <ListRow
            key={id}
            title={lookUp(`prize.${kind}`) ?? kind}
            figure={coins > 0 ? grouped(String(coins)) : amount > 0 ? baht(amount) : undefined}
          >
            <span>{code}</span>
            <span>
              {t('member.expires')} <Moment at={expiresAt} />
            </span>
          </ListRow>
        )}
      </RowList>
    </>
  );
}

/** Where it is logged in, and its limits. */
export function LoginTab({ shown }: Props) {
  const { t } = useI18n();
  const { member, may } = shown;
  const [ends, setEnds] = useState<string>();
  const client = useQueryClient();
  const reread = () => void invalidate(client, ['member']);
  const sessions = useInfiniteQuery(ownQuery(member.id, 'session'));
  const limits = useInfiniteQuery(ownQuery(member.id, 'limit'));
  return (
    <>
      <RowList
        title={t('tab.sessions')}
        list={sessions}
        empty={t('tab.sessions.none')}
        file={fileOf(member.id, 'session')}
      >
        {({ id, address, agent, remembered, createdAt, seenAt, endsAt }) => (
          <ListRow
            key={id}
            title={address}
            figure={
              may.includes('endMemberSession') && (
                <Button variant="danger" onClick={() => setEnds(id)}>
                  {t('act.endSession')}
                </Button>
              )
            }
          >
            <span>
              {t('tab.seen')} <Age since={seenAt} />
            </span>
            <span>
              {t('tab.since')} <Moment at={createdAt} />
            </span>
            <span>
              {t('tab.until')} <Moment at={endsAt} />
            </span>
            {remembered && <span>{t('tab.remembered')}</span>}
            <span className="text-t3">{agent}</span>
          </ListRow>
        )}
      </RowList>
      <Devices shown={shown} />
      <RowList title={t('tab.limits')} list={limits} empty={t('tab.limits.none')} file={fileOf(member.id, 'limit')}>
        {({ kind, period, amount, own, house, used, left, nextAt }) => (
          <ListRow key={`${kind}/${period}`} title={t(`limit.${kind}.${period}`)} figure={baht(amount)}>
            <span>{t('tab.used', { amount: baht(used) })}</span>
            <span>{t('tab.left', { amount: baht(left) })}</span>
            <span>{t(own ? 'tab.own' : 'tab.ofHouse')}</span>
            {house !== null && <span>{t('limit.house', { amount: baht(house) })}</span>}
            {nextAt && (
              <span>
                {t('tab.next')} <Moment at={nextAt} />
              </span>
            )}
          </ListRow>
        )}
      </RowList>
      {ends && (
        <DecisionDialog
          call={END_SESSION}
          choice={{ call: 'endMemberSession', two: false, evidence: null }}
          subject={{ id: member.id, session: ends }}
          seen={shown.state}
          onEnd={() => setEnds(undefined)}
          onDone={reread}
          onChanged={reread}
        >
          <p className="font-semibold">{member.name}</p>
        </DecisionDialog>
      )}
    </>
  );
}

export function LinksTab({ shown: { member } }: Props) {
  const { t } = useI18n();
  const list = useInfiniteQuery(linksQuery(member.id));
  return (
    <RowList title={t('tab.links')} list={list} empty={t('tab.links.none')}>
      {({ member: other, by, strength, since }) => (
        <ListRow
          key={`${by}/${other.id}`}
          title={<MemberLink member={other} />}
          figure={<MemberState member={other} />}
        >
          <span>{t(`linked.${by}`)}</span>
          <span>{t(`strength.${strength}`)}</span>
          {since && (
            <span>
              {t('tab.since')} <Moment at={since} />
            </span>
          )}
          <span className="text-t3">{other.id}</span>
        </ListRow>
      )}
    </RowList>
  );
}

export function AuditTab({ shown: { member } }: Props) {
  const { t } = useI18n();
  const list = useInfiniteQuery(ownQuery(member.id, 'audit'));
  return (
    <RowList title={t('tab.audit')} list={list} empty={t('tab.audit.none')} file={fileOf(member.id, 'audit')}>
      {({ number, at, operator, action, subject, reason, evidence }) => (
        <ListRow key={number} title={auditName(action)} figure={operator}>
          <Moment at={at} />
          {subject !== member.id && <span className="text-t3">{subject}</span>}
          {reason && <span>{reason}</span>}
          {evidence && <span>{evidence}</span>}
        </ListRow>
      )}
    </RowList>
  );
}
