import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SystemToken } from '@/console/api/contract';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { CsvButton } from '@/console/kit/csv-button';
import { useHouse } from '@/console/kit/house';
import { LONE_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { Panel } from '@/console/kit/panel';
import { invalidate } from '@/shared/api/invalidate';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { END_TOKEN } from './calls';
import { tokensQuery } from './queries';
import { TokenDialog } from './token-dialog';
import { TokenRow } from './token-row';

/** Tokens by which the house's own systems call: what each may, when it was used last, and its end. */
export default function TokensPage() {
  const { t } = useI18n();
  const { name: house } = useHouse();
  const { role } = useOperator();
  const client = useQueryClient();
  const list = useQuery(tokensQuery);
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<SystemToken>();
  const again = () => void invalidate(client, ['token'], ['proposal'], ['me']);
  usePageTitle(`${t('token.title')} · ${house}`);
  return (
    <div className="mx-auto grid w-full max-w-[860px] content-start gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <Link to="/staff" className={`${LONE_LINK} w-fit text-s`}>
            {t('nav.staff')}
          </Link>
          <h1 className="text-l font-semibold">{t('token.title')}</h1>
          <p className="max-w-prose text-s text-t2">{t('token.lead')}</p>
        </div>
        {role === 'chief' && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            {t('token.add')}
          </Button>
        )}
      </header>
      <Panel title={t('token.all')}>
        <Loaded query={list}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="py-2 text-t2">{t('token.none')}</p>
            ) : (
              <ul className="grid">
                {items.map((one) => (
                  <TokenRow key={one.id} token={one} onEnd={() => setEnding(one)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {list.data && list.data.items.length > 0 && (
          <div className="-ml-3 pt-1">
            <CsvButton path="/api/token" query={{}} />
          </div>
        )}
      </Panel>
      {adding && <TokenDialog onClose={() => setAdding(false)} onDone={again} />}
      {ending && (
        <DecisionDialog
          call={END_TOKEN}
          choice={{ call: 'endToken', two: false, evidence: null }}
          subject={ending.id}
          seen={ending.state}
          onEnd={() => setEnding(undefined)}
          onDone={again}
          onChanged={again}
        >
          <p className="font-semibold wrap-anywhere">{ending.id}</p>
        </DecisionDialog>
      )}
    </div>
  );
}
