import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '@/console/api/client';
import type { ContentDetail, HouseBudget } from '@/console/api/contract';
import { DecisionForm } from '@/console/decision/decision-form';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Loaded } from '@/console/kit/loaded';
import { invalidate } from '@/shared/api/invalidate';
import { baht } from '@/shared/lib/money';
import { BUDGET_CALLS } from './budget-calls';

const budgetsQuery = { queryKey: ['budget'], queryFn: () => unwrap(api.GET('/api/budget')) };

/**
 * What the house's accounts may still pay. The section sets it before the first use alone: from then on two chiefs say
 * how much more, and what is paid meanwhile counts.
 */
export function BudgetPane({ detail: { section, may } }: { detail: ContentDetail }) {
  const { t } = useI18n();
  const query = useQuery({ ...budgetsQuery, enabled: section === 'budgets' });
  if (section !== 'budgets') return null;
  return (
    <section aria-label={t('offer.budgetsNow')} className="grid gap-1">
      <h3 className="text-t3">{t('offer.budgetsNow')}</h3>
      <Loaded query={query}>
        {(all) => (
          <ul className="grid">
            {all.map((one) => (
              <Budget key={one.account} one={one} may={may} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

type Step = keyof typeof BUDGET_CALLS;
const STEPS = Object.keys(BUDGET_CALLS) as Step[];

function Budget({ one: { account, left, alarm }, may }: { one: HouseBudget; may: readonly string[] }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>();
  const again = () => void invalidate(client, ['budget'], ['content'], ['proposal'], ['me']);
  return (
    <li className="grid gap-2 border-t border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="wrap-anywhere">{account}</span>
        <span className="grid justify-items-end tabular-nums">
          {baht(left)}
          <span className="text-xs text-t3">
            {t('form.alarm')} {baht(alarm)}
          </span>
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        {STEPS.filter((name) => may.includes(name)).map((name) => (
          <Button
            key={name}
            variant="secondary"
            aria-label={`${t(BUDGET_CALLS[name].name)}: ${account}`}
            onClick={() => setStep(name)}
          >
            {t(BUDGET_CALLS[name].name)}
          </Button>
        ))}
      </div>
      {step && (
        <DecisionForm
          key={step}
          call={BUDGET_CALLS[step]}
          choice={{ call: step, two: step === 'setBudget', evidence: null }}
          subject={account}
          onDone={again}
          onChanged={again}
          onEnd={() => setStep(undefined)}
        />
      )}
    </li>
  );
}
