import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { CsvButton } from '@/console/kit/csv-button';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { LONE_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { staffQuery } from '@/console/kit/staff';
import { TwoPanes } from '@/console/kit/two-panes';
import { useCursor } from '@/console/kit/use-cursor';
import { invalidate } from '@/shared/api/invalidate';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { STAFF_CALLS } from './calls';
import { OperatorPane } from './operator-pane';
import { addressOf, OperatorRow } from './operator-row';

/** Who works for the house: all operators that it has had, and beside them one of them. */
export default function StaffPage() {
  const { t } = useI18n();
  const { name: house } = useHouse();
  const { role } = useOperator();
  const name = useSearchParams()[0].get('name');
  const navigate = useNavigate();
  const client = useQueryClient();
  const list = useQuery(staffQuery);
  const [adding, setAdding] = useState(false);
  const rows = list.data?.items ?? [];
  const current = name ?? rows[0]?.name;
  const open = (one: { name: string }) => void navigate(addressOf(one.name), { replace: Boolean(name) });
  useCursor({ rows, at: rows.findIndex((row) => row.name === current), onMove: open, onOpen: open });
  useKeys({ escape: () => void navigate('/staff') }, Boolean(name) && !adding);
  usePageTitle(`${t('nav.staff')} · ${house}`);
  return (
    <>
      <TwoPanes
        open={Boolean(name)}
        back="/staff"
        list={
          <div className="flex min-h-0 flex-1 flex-col">
            <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
              <div className="grid">
                <h1 className="text-l font-semibold">{t('nav.staff')}</h1>
                {(role === 'chief' || role === 'auditor') && (
                  <Link to="/staff/tokens" className={`${LONE_LINK} text-s`}>
                    {t('token.title')}
                  </Link>
                )}
              </div>
              {role === 'chief' && (
                <Button variant="secondary" onClick={() => setAdding(true)}>
                  {t('staff.add')}
                </Button>
              )}
            </header>
            <nav aria-label={t('nav.staff')} className="min-h-0 flex-1 overflow-y-auto">
              <Loaded query={list}>
                {({ items }) =>
                  items.map((one) => <OperatorRow key={one.name} operator={one} on={one.name === current} />)
                }
              </Loaded>
              {rows.length > 0 && <CsvButton path="/api/operator" query={{}} />}
            </nav>
          </div>
        }
        one={current && <OperatorPane key={current} name={current} />}
      />
      {adding && (
        <DecisionDialog
          call={STAFF_CALLS.addOperator}
          choice={{ call: 'addOperator', two: true, evidence: null }}
          subject=""
          onEnd={() => setAdding(false)}
          onDone={() => void invalidate(client, ['operator'], ['proposal'], ['me'])}
          onChanged={() => void invalidate(client, ['operator'])}
        />
      )}
    </>
  );
}
