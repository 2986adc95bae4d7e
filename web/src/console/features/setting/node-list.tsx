import type { HouseNode } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { ListRow } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';

/** From how many milliseconds on a machine's clock is wrong enough to be told. */
const CLOCK_OFF_MS = 1000;

/** The nodes that run, and those that ended without a word. */
export function NodeList({ nodes }: { nodes: readonly HouseNode[] }) {
  const { t } = useI18n();
  return (
    <ul className="grid">
      {nodes.map((node) => {
        const off = Math.abs(node.clock) >= CLOCK_OFF_MS;
        return (
          <ListRow
            key={node.number}
            title={
              <>
                {t('setting.node', { number: node.number })}
                <State tone={node.runs ? 'jade' : 'coral'}>{t(node.runs ? 'setting.runs' : 'setting.gone')}</State>
                {off && <State tone="coral">{t('setting.clockOff', { ms: node.clock })}</State>}
              </>
            }
          >
            <span>{node.version}</span>
            <span>{node.addresses.join(', ')}</span>
            <span className="text-t3">
              {t('setting.since')} <Moment at={node.since} />
            </span>
            <span className="text-t3">
              {t('setting.seen')} <Age since={node.seenAt} />
            </span>
            <Jobs jobs={node.jobs} />
          </ListRow>
        );
      })}
    </ul>
  );
}

/** What a node did beside requests, folded; what failed stands first, and in its heading. */
function Jobs({ jobs }: { jobs: HouseNode['jobs'] }) {
  const { t } = useI18n();
  const failed = jobs.filter(({ error }) => error !== null);
  if (jobs.length === 0) return null;
  return (
    <details className="w-full">
      <summary className="cursor-pointer py-1">
        {t('setting.jobs', { count: jobs.length })}
        {failed.length > 0 && <span className="text-coral"> · {t('setting.failed', { count: failed.length })}</span>}
      </summary>
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {[...failed, ...jobs.filter(({ error }) => error === null)].map(({ name, lastAt, error }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-3 py-0.5">
            <span className={error ? 'text-coral' : undefined}>
              {name}
              {error && ` · ${t(`setting.error.${error}`)}`}
            </span>
            <Age since={lastAt} />
          </li>
        ))}
      </ul>
    </details>
  );
}
