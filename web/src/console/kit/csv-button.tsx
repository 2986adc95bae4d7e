import { useMutation } from '@tanstack/react-query';
import { download, type Query } from '@/console/api/download';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { showToast } from '@/shared/ui/toaster';
import { Button } from './button';
import { confirmed } from './confirmation';

interface Props {
  /** The call's path. */
  path: string;
  /** What the list is narrowed by. */
  query: Query;
}

/** The whole list as a file, by the filters that are in force. */
export function CsvButton({ path, query }: Props) {
  const { t } = useI18n();
  const { mutate, isPending } = useMutation({
    // A file with names is confirmed by the operator, and asked for again with the proof.
    mutationFn: () => confirmed((proof) => download(path, { ...query, format: 'csv' }, proof)),
    onError: (error) => showToast('error', errorText(error)),
  });
  return (
    <Button variant="ghost" icon="download" pending={isPending} onClick={() => mutate()}>
      {t('list.csv')}
    </Button>
  );
}
