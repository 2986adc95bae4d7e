import { useQueryClient } from '@tanstack/react-query';
import type { OfferCampaign } from '@/console/api/contract';
import { DecisionForm } from '@/console/decision/decision-form';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { FactList, Known } from '@/console/kit/fact-list';
import { State } from '@/console/kit/state';
import { invalidate } from '@/shared/api/invalidate';
import { baht } from '@/shared/lib/money';
import { closeCall } from './calls';

/** Where each is edited. */
export const SECTIONS = { bonus: 'bonus', promotion: 'promotions' } as const;
const TONES = {
  open: 'jade',
  upcoming: 'sky',
  over: 'grey',
  full: 'gold',
  closed: 'coral',
  unlisted: 'grey',
} as const;

/** Its own page. */
export const campaignAddress = (source: OfferCampaign['source'], code: string) =>
  `/offer/campaigns/${source}/${encodeURIComponent(code)}`;

/** What keeps members from taking it. */
export function CampaignState({ state }: Pick<OfferCampaign, 'state'>) {
  const { t } = useI18n();
  return <State tone={TONES[state]}>{t(`offer.state.${state}`)}</State>;
}

/** What a bonus or promotion cost, and what it brought. */
export function CampaignFacts({ one }: { one: OfferCampaign }) {
  const { t } = useI18n();
  const { from, to, grants, quota, active, spent, budget, lately } = one;
  return (
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
  );
}

/** One person closes it at once. */
export function Closing({ one: { source, code }, onEnd }: { one: OfferCampaign; onEnd(): void }) {
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
