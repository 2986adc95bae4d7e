import { Link } from 'react-router';
import type { Today } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { Icon } from '@/console/kit/icon';
import { LONE_LINK } from '@/console/kit/link';
import { useOperator } from '@/console/kit/operator';
import { Panel } from '@/console/kit/panel';
import { useAlarmName } from './alarm-name';
import { SeenButton } from './seen-button';

/** What is beyond what the house's guide says, longest first. A quiet day has none, and no place for them. */
export function Alarms({ alarms }: { alarms: Today['alarms'] }) {
  const { t } = useI18n();
  const nameOf = useAlarmName();
  if (alarms.length === 0) return null;
  return (
    <Panel title={t('today.alarms')}>
      <ul className="grid">
        {alarms.map((alarm) => (
          <li key={alarm.id} className="flex flex-wrap items-center gap-x-3 border-t border-line py-2 first:border-t-0">
            <span className="text-coral">
              <Icon name="alert" size="s" />
            </span>
            <span className="min-w-0 flex-1 basis-48">
              <span className="font-semibold">{nameOf(alarm)}</span>{' '}
              <code className="block text-xs break-all text-t3">{alarm.metric}</code>
              {alarm.name === 'coverage' && <ToBalances />}
            </span>
            <span className="text-s text-t2">
              {alarm.seenBy && <>{t('today.seenBy', { name: alarm.seenBy })} · </>}
              <Age since={alarm.since} />
            </span>
            <SeenButton alarm={alarm} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The way to where a cashier enters what a bank has. */
function ToBalances() {
  const { t } = useI18n();
  const { role } = useOperator();
  if (role === 'support') return null;
  return (
    <Link to="/money/coverage" className={`${LONE_LINK} text-s`}>
      {t('today.coverage.enter')}
    </Link>
  );
}
