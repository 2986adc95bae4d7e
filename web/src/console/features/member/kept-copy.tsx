import type { KeptCopy } from '@/console/api/contract';
import { save } from '@/console/api/download';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';

/** A copy of all that is kept of a member. It is in this page's memory alone, and gone with the dialog. */
export function KeptCopyDialog({ copy, onClose }: { copy: KeptCopy; onClose(): void }) {
  const { t } = useI18n();
  const { document, page } = copy;
  const cut = document.tables.filter((table) => table.cut).map(({ name }) => name);
  const file = (text: string, type: string, ending: string) =>
    save(new Blob([text], { type }), `member-${document.member}-${document.madeAt.slice(0, 10)}.${ending}`);
  return (
    <Dialog open title={t('act.export')} onClose={onClose}>
      <div className="grid gap-3 px-4 pb-4">
        <p className="text-t2">{t('act.export.once')}</p>
        <p>
          {t('act.export.has', {
            tables: document.tables.length,
            rows: document.tables.reduce((sum, { rows }) => sum + rows.length, 0),
          })}
        </p>
        {cut.length > 0 && <p className="text-coral">{t('act.export.cut', { tables: cut.join(', ') })}</p>}
        <div className="flex flex-wrap gap-2 *:max-sm:grow">
          <Button icon="download" onClick={() => file(page, 'text/html', 'html')}>
            {t('act.export.page')}
          </Button>
          <Button
            variant="secondary"
            icon="download"
            onClick={() => file(JSON.stringify(document, null, 2), 'application/json', 'json')}
          >
            {t('act.export.json')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
