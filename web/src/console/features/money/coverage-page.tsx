import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { CsvButton } from '@/console/kit/csv-button';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { useSystemName } from '@/console/kit/system';
import { invalidate } from '@/shared/api/invalidate';
import { choiceOf, ENTER_BALANCE, MAKE_LIABILITY } from './coverage-calls';
import { CoverageTable } from './coverage-table';
import { MoneyFrame } from './frame';
import { KeptList } from './kept-list';
import { coverageQuery } from './queries';

/** What the house owes its members, what it has of that, and what of it nobody knows. */
export default function CoveragePage() {
  const { t } = useI18n();
  const coverage = useQuery(coverageQuery);
  const client = useQueryClient();
  const decides = useOperator().role !== 'auditor';
  // A system whose figure is entered, or the report that is made.
  const [wanted, setWanted] = useState<string | typeof REPORT>();
  const again = () => void invalidate(client, ['report']);
  const nameOf = useSystemName();
  return (
    <MoneyFrame at="/money/coverage">
      <div className="flex flex-wrap gap-1 print:hidden">
        <CsvButton path="/api/report/coverage" query={{}} />
        <Button variant="ghost" icon="print" onClick={() => window.print()}>
          {t('finance.print')}
        </Button>
        {decides && (
          <Button variant="secondary" onClick={() => setWanted(REPORT)}>
            {t('liability.make')}
          </Button>
        )}
      </div>
      <Loaded query={coverage}>
        {(found) => <CoverageTable now found={found} onEnter={decides ? setWanted : undefined} />}
      </Loaded>
      <div className="print:hidden">
        <KeptList />
      </div>
      {wanted === REPORT && (
        <DecisionDialog
          call={MAKE_LIABILITY}
          choice={choiceOf('makeLiability')}
          subject=""
          onDone={again}
          onChanged={again}
          onEnd={() => setWanted(undefined)}
        />
      )}
      {typeof wanted === 'string' && (
        <DecisionDialog
          call={ENTER_BALANCE}
          choice={choiceOf('enterBalance', 'bank_line')}
          subject={wanted}
          first={{ at: new Date().toISOString() }}
          onDone={again}
          onChanged={again}
          onEnd={() => setWanted(undefined)}
        >
          <p className="font-semibold">{nameOf(wanted)}</p>
        </DecisionDialog>
      )}
    </MoneyFrame>
  );
}

const REPORT = Symbol('the report');
