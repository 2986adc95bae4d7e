import type { ReactNode } from 'react';
import { useI18n } from '@/console/i18n';
import { Button } from './button';
import { CsvButton } from './csv-button';
import { Field } from './field';
import { SavedViews } from './saved-views';
import type { Filter, useFilter } from './use-filter';

interface Props {
  by: ReturnType<typeof useFilter>;
  /** The call, for the same list as a file. */
  path: string;
  children: ReactNode;
}

/** What a list is narrowed by. It is read when it is sent, so that typing asks nothing. */
export function FilterForm({ by, path, children }: Props) {
  const { t } = useI18n();
  return (
    <div className="grid gap-3">
      <SavedViews by={by} path={path} />
      <form key={by.key} noValidate onSubmit={by.submit} className="grid gap-3">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(150px,1fr))]">{children}</div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="secondary" icon="search">
            {t('filter.apply')}
          </Button>
          {Object.keys(by.filter).length > 0 && (
            <Button variant="ghost" onClick={by.clear}>
              {t('filter.clear')}
            </Button>
          )}
          <CsvButton path={path} query={by.query} />
        </div>
      </form>
    </div>
  );
}

/** The first and the last day of a list. */
export function Days({ filter }: { filter: Filter }) {
  const { t } = useI18n();
  return (
    <>
      <Field type="date" label={t('filter.from')} name="from" defaultValue={filter.from} />
      <Field type="date" label={t('filter.to')} name="to" defaultValue={filter.to} />
    </>
  );
}
