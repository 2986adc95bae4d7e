import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { OfferDetail } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { useHouse } from '@/console/kit/house';
import { LONE_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { MemberLink } from '@/console/kit/member-link';
import { Panel } from '@/console/kit/panel';
import { ListRow, RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { formatDay } from '@/console/kit/time';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { baht } from '@/shared/lib/money';
import { CampaignFacts, CampaignState, Closing, SECTIONS } from './campaign';
import { CAMPAIGNS, sectionName } from './names';
import { campaignQuery, grantsQuery } from './queries';
import { addressOf } from './section-list';

/** One bonus or promotion: what it cost and brought on each day, and to whom it was granted. */
export default function CampaignPage() {
  const { t } = useI18n();
  const { name: house } = useHouse();
  const { source = '', code = '' } = useParams();
  const known = source === 'promotion' ? 'promotion' : 'bonus';
  const query = useQuery(campaignQuery(known, code));
  usePageTitle(`${code} · ${t('offer.campaigns')} · ${house}`);
  return (
    <div className="mx-auto grid w-full max-w-[1080px] content-start gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <Link to={addressOf(CAMPAIGNS)} className={`${LONE_LINK} w-fit text-s`}>
        {t('offer.campaigns')}
      </Link>
      {!query.data && <h1 className="text-l font-semibold wrap-anywhere">{code}</h1>}
      <Loaded query={query}>{(one) => <Shown one={one} />}</Loaded>
    </div>
  );
}

function Shown({ one }: { one: OfferDetail }) {
  const { t, locale } = useI18n();
  const { source, code, name, days, may } = one;
  const [closing, setClosing] = useState(false);
  return (
    <>
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-l font-semibold wrap-anywhere">
            {code} <span className="font-normal text-t2">{name[locale] || name.en}</span>
          </h1>
          <CampaignState state={one.state} />
        </div>
        <CampaignFacts one={one} />
        <Link to={addressOf(SECTIONS[source])} className={`${LONE_LINK} w-fit text-s`}>
          {sectionName(SECTIONS[source])}
        </Link>
        {may.includes('closeContent') && !closing && (
          <div>
            <Button variant="secondary" onClick={() => setClosing(true)}>
              {t('call.closeContent')}
            </Button>
          </div>
        )}
        {closing && <Closing one={one} onEnd={() => setClosing(false)} />}
      </header>
      <Panel title={t('offer.days')} aside={t('offer.lately')}>
        {days.length === 0 && <p className="py-2 text-t2">{t('offer.noDays')}</p>}
        <ul className="grid">
          {days.toReversed().map((day) => (
            <ListRow
              key={day.day}
              title={<span className="tabular-nums">{formatDay(day.day)}</span>}
              figure={t('offer.latelyGiven', {
                count: day.grants,
                credit: baht(day.credit),
                returned: baht(day.returned),
              })}
            >
              <span>{`${t('offer.deposits')} ${baht(day.deposits)}`}</span>
              {day.succeeded > 0 && <span>{t('offer.succeeded', { count: day.succeeded })}</span>}
              {day.active > 0 && <span>{t('offer.active', { count: day.active })}</span>}
            </ListRow>
          ))}
        </ul>
      </Panel>
      <Grants source={source} code={code} />
    </>
  );
}

const TONES = { active: 'gold', ending: 'gold', success: 'jade' } as const;

function Grants({ source, code }: Pick<OfferDetail, 'source' | 'code'>) {
  const { t } = useI18n();
  const list = useInfiniteQuery(grantsQuery(source, code));
  return (
    <RowList
      title={t('offer.grantsOf')}
      list={list}
      empty={t('offer.noGrants')}
      file={{ path: `/api/campaign/${source}/${encodeURIComponent(code)}/grant` }}
    >
      {({ id, member, state, credit, deposit, required, returned, grantedAt, endedAt }) => (
        <ListRow
          key={id}
          title={
            <>
              {member ? <MemberLink member={member} /> : id}
              <State tone={TONES[state as keyof typeof TONES] ?? 'grey'}>{lookUp(`condition.${state}`) ?? state}</State>
            </>
          }
          figure={baht(credit)}
        >
          <Moment at={grantedAt} />
          {endedAt && (
            <span>
              {t('offer.endedAt')} <Moment at={endedAt} />
            </span>
          )}
          {deposit > 0 && <span>{t('tab.matched', { amount: baht(deposit) })}</span>}
          {required > 0 && <span>{t('tab.required', { amount: baht(required) })}</span>}
          {returned > 0 && <span>{t('tab.returned', { amount: baht(returned) })}</span>}
        </ListRow>
      )}
    </RowList>
  );
}
