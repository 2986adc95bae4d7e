import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OfferCampaign } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Item } from '@/console/kit/item';
import { LINK } from '@/console/kit/link';
import { RowList } from '@/console/kit/row-list';
import { CampaignFacts, CampaignState, Closing, campaignAddress } from './campaign';
import { campaignsQuery } from './queries';

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
  const { source, code, name, state, may } = one;
  return (
    <li className="border-t border-line first:border-t-0">
      <article aria-label={code} className="grid gap-2 py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 className="font-semibold">
            <Link to={campaignAddress(source, code)} className={LINK}>
              {code}
            </Link>{' '}
            <span className="font-normal text-t2">{name[locale] || name.en}</span>
          </h3>
          <CampaignState state={state} />
        </div>
        <CampaignFacts one={one} />
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
