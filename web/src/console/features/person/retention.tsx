import { useQuery } from '@tanstack/react-query';
import type { RetentionJob, RetentionRule } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { Panel } from '@/console/kit/panel';
import { ListRow } from '@/console/kit/row-list';
import { formatMoment } from '@/console/kit/time';
import { retentionQuery } from './queries';

/** What is kept of people, for how long, why, and what ends it. */
export function Retention() {
  const { t } = useI18n();
  const rules = useQuery(retentionQuery);
  return (
    <Panel title={t('person.retention')}>
      <p className="max-w-prose pb-2 text-s text-t2">{t('person.noAdvice')}</p>
      <Loaded query={rules}>
        {(all) => (
          <ul className="grid">
            {all.map((rule) => (
              <Rule key={rule.name} rule={rule} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function Rule({ rule: { name, days, ends, due, jobs, tables } }: { rule: RetentionRule }) {
  const { t } = useI18n();
  return (
    <ListRow
      title={lookUp(`rule.${name}`) ?? name}
      figure={days === null ? t(`person.ends.${ends}`) : t('person.days', { count: days })}
    >
      <p className="w-full max-w-prose">{lookUp(`rule.${name}.why`)}</p>
      {due && (
        <span className="w-full tabular-nums">
          {due.rows === 0
            ? t('person.nothingDue')
            : t(due.more ? 'person.overDue' : 'person.due', { count: due.rows.toLocaleString('en') })}
        </span>
      )}
      {jobs.map((job) => (
        <Job key={job.name} job={job} />
      ))}
      <details className="w-full text-t3">
        <summary className="target flex w-fit cursor-pointer items-center">{t('person.tables')}</summary>
        <p className="font-mono text-xs">{tables.join(', ')}</p>
      </details>
    </ListRow>
  );
}

/** A job that ends it: when it ran last, how that ended, and whether it is late. */
function Job({ job: { name, lastAt, error, doneAt, late } }: { job: RetentionJob }) {
  const { t } = useI18n();
  const { zone } = useHouse();
  return (
    <span className="w-full">
      {t('person.jobs')} {name}
      {' · '}
      <span className="tabular-nums">
        {lastAt === null ? t('person.neverRan') : t('person.ran', { time: formatMoment(lastAt, zone) })}
      </span>
      {error !== null && <span className="text-coral"> · {t(`setting.error.${error}`)}</span>}
      {error !== null && doneAt !== null && (
        <span className="tabular-nums"> · {t('person.done', { time: formatMoment(doneAt, zone) })}</span>
      )}
      {late && <span className="text-coral"> · {t('person.late')}</span>}
    </span>
  );
}
