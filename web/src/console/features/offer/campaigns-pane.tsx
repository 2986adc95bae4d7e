import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OfferCampaign } from '@/console/api/contract';
import { DecisionForm } from '@/console/decision/decision-form';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { FactList, Known } from '@/console/kit/fact-list';
import { Item } from '@/console/kit/item';
import { RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { invalidate } from '@/shared/api/invalidate';
import { baht } from '@/shared/lib/money';
import { closeCall } from './calls';
import { campaignsQuery } from './queries';
import { addressOf } from './section-list';

/** Its place in the address, where a section's name is otherwise. */
export const CAMPAIGNS = 'campaigns';

const SECTIONS = { bonus: 'bonus', promotion: 'promotions' } as const;
const TONES = {
  open: 'jade',
  upcoming: 'sky',
  over: 'grey',
  full: 'gold',
  closed: 'coral',
  unlisted: 'grey',
} as const;

/** Bonuses and promotions: what each cost, and what it brought. One person closes one at once. */
export function CampaignsPane() {
  const { t } = useI18n();
  const list = useInfiniteQuery(campaignsQuery);
  const [closing, setClosing] = useState<OfferCampaign>();
  return (
    <Item
      title={t('offer.campaigns')}
      lead={t('offer.campaignsLead')}
      detail={
        <RowList
          title={t('offer.campaigns')}
          list={list}
          file={{ path: '/api/campaign' }}
          empty={t('offer.noCampaigns')}
        >
          {(one) => <Campaign key={`${one.source}:${one.code}`} one={one} onClose={() => setClosing(one)} />}
        </RowList>
      }
      actions={closing && <Closing key={closing.code} one={closing} onEnd={() => setClosing(undefined)} />}
    />
  );
}

function Campaign({ one, onClose }: { one: OfferCampaign; onClose(): void }) {
  const { t, locale } = useI18n();
  const { source, code, name, state, from, to, grants, quota, active, spent, budget, lately, may } = one;
  const section = SECTIONS[source];
  return (
    <li className="border-t border-line first:border-t-0">
      <article aria-label={code} className="grid gap-2 py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 className="font-semibold">
            <Link to={addressOf(section)} className="underline underline-offset-4">
              {code}
            </Link>{' '}
            <span className="font-normal text-t2">{name[locale] || name.en}</span>
          </h3>
          <State tone={TONES[state]}>{t(`offer.state.${state}`)}</State>
        </div>
        <FactList>
          <Known name={t('offer.grants')}>
            {quota > 0 ? t('offer.ofQuota', { grants, quota }) : grants}
            {active > 0 && ` · ${t('offer.active', { count: active })}`}
          </Known>
          <Known name={t('offer.spent')}>{t('offer.ofBudget', { spent: baht(spent), budget: baht(budget) })}</Known>
          <Known name={t('offer.lately')}>
            {t('offer.latelyGiven', {
              count: lately.grants,
              credit: baht(lately.credit),
              returned: baht(lately.returned),
            })}
          </Known>
          <Known name={t('offer.deposits')}>{baht(lately.deposits)}</Known>
          {from && (
            <Known name={t('form.from')}>
              <Moment at={from} />
            </Known>
          )}
          {to && (
            <Known name={t('form.to')}>
              <Moment at={to} />
            </Known>
          )}
        </FactList>
        {may.includes('closeContent') && (
          <div>
            <Button variant="secondary" onClick={onClose}>
              {t('call.closeContent')}
            </Button>
          </div>
        )}
      </article>
    </li>
  );
}

function Closing({ one: { source, code }, onEnd }: { one: OfferCampaign; onEnd(): void }) {
  const client = useQueryClient();
  const again = () => void invalidate(client, ['content'], ['campaign']);
  return (
    <section aria-label={code} className="grid gap-2">
      <h3 className="font-semibold">{code}</h3>
      <DecisionForm
        call={closeCall}
        choice={{ call: 'closeContent', two: false, evidence: null }}
        subject={{ section: SECTIONS[source], code }}
        onDone={again}
        onChanged={again}
        onEnd={onEnd}
      />
    </section>
  );
}
