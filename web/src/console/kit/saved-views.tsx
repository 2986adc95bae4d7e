import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { Button } from './button';
import { Field } from './field';
import type { useFilter } from './use-filter';
import { dropView, keepView, listOf, viewsQuery } from './views';

interface Props {
  by: ReturnType<typeof useFilter>;
  /** The list's call. */
  path: string;
}

/** Filters of a list that the operator keeps under a name, in every browser: a press narrows the list by one. */
export function SavedViews({ by, path }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const list = listOf(path);
  const views = useQuery(viewsQuery);
  const [naming, setNaming] = useState(false);
  const again = () => void invalidate(client, ['view']);
  const keep = useMutation({
    mutationFn: keepView,
    onSuccess: () => {
      setNaming(false);
      again();
    },
  });
  const drop = useMutation({ mutationFn: dropView, onSuccess: again });
  const mine = views.data?.items.filter((one) => one.list === list) ?? [];
  const here = mine.find(({ query }) => query === by.key);
  const narrowed = Object.keys(by.filter).length > 0;
  if (!list || (mine.length === 0 && !narrowed)) return null;
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('view')).trim();
    if (name && list) keep.mutate({ list, name, query: by.key });
  }
  const failed = keep.error ?? drop.error;
  return (
    <div className="grid gap-2">
      {failed && <Notice tone="error">{errorText(failed)}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        {mine.map(({ name, query }) => (
          <Button key={name} variant={query === by.key ? 'primary' : 'secondary'} onClick={() => by.apply(query)}>
            {name}
          </Button>
        ))}
        {here ? (
          <Button
            variant="ghost"
            aria-label={`${t('view.drop')}: ${here.name}`}
            pending={drop.isPending}
            onClick={() => drop.mutate(here)}
          >
            {t('view.drop')}
          </Button>
        ) : (
          narrowed &&
          !naming && (
            <Button variant="ghost" onClick={() => setNaming(true)}>
              {t('view.keep')}
            </Button>
          )
        )}
      </div>
      {naming && !here && (
        <form className="flex flex-wrap items-end gap-2" onSubmit={send} noValidate>
          <Field label={t('view.name')} name="view" maxLength={40} autoComplete="off" />
          <Button type="submit" pending={keep.isPending}>
            {t('view.keep')}
          </Button>
          <Button variant="ghost" onClick={() => setNaming(false)}>
            {t('view.back')}
          </Button>
        </form>
      )}
    </div>
  );
}
