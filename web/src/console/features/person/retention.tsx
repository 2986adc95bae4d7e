import { useQuery } from '@tanstack/react-query';
import type { RetentionRule } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Loaded } from '@/console/kit/loaded';
import { Panel } from '@/console/kit/panel';
import { ListRow } from '@/console/kit/row-list';
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

function Rule({ rule: { name, days, ends, jobs, tables } }: { rule: RetentionRule }) {
  const { t } = useI18n();
  return (
    <ListRow
      title={lookUp(`rule.${name}`) ?? name}
      figure={days === null ? t(`person.ends.${ends}`) : t('person.days', { count: days })}
    >
      <p className="w-full max-w-prose">{lookUp(`rule.${name}.why`)}</p>
      {jobs.length > 0 && (
        <span className="w-full">
          {t('person.jobs')} {jobs.join(', ')}
        </span>
      )}
      <details className="w-full text-t3">
        <summary className="target flex w-fit cursor-pointer items-center">{t('person.tables')}</summary>
        <p className="font-mono text-xs">{tables.join(', ')}</p>
      </details>
    </ListRow>
  );
}
