import { useMutation } from '@tanstack/react-query';
import { save } from '@/console/api/download';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { showToast } from '@/shared/ui/toaster';
import { readDocument } from './queries';

/** A document as `krapao content apply` takes it. */
const saveDocument = (document: Readonly<Record<string, unknown>>, name: string) =>
  save(new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' }), `krapao-${name}.json`);

/** All that is in force, as a file. */
export function ExportButton() {
  const { t } = useI18n();
  const { mutate, isPending } = useMutation({
    mutationFn: readDocument,
    onSuccess: ({ document }) => saveDocument(document, 'content'),
    onError: (error) => showToast('error', errorText(error)),
  });
  return (
    <Button variant="ghost" icon="download" pending={isPending} onClick={() => mutate()}>
      {t('offer.export')}
    </Button>
  );
}

/** One section, as it is shown. */
export function ExportSection({ section, body }: { section: string; body: unknown }) {
  const { t } = useI18n();
  return (
    <Button variant="ghost" icon="download" onClick={() => saveDocument({ [section]: body }, section)}>
      {t('offer.export')}
    </Button>
  );
}
