import type { KeptCopy } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Dialog } from '@/console/kit/dialog';
import { Icon } from '@/shared/ui/icon';

const LINK = 'target inline-flex items-center gap-2 rounded-m border border-line px-3 hover:bg-s2 max-sm:grow';

/** Where a copy of all that is kept of a member is read from. The links are good for five minutes, and shown nowhere else. */
export function KeptCopyDialog({ copy, onClose }: { copy: KeptCopy; onClose(): void }) {
  const { t } = useI18n();
  return (
    <Dialog open title={t('act.export')} onClose={onClose}>
      <div className="grid gap-3 px-4 pb-4">
        <p className="text-t2">{t('act.export.once')}</p>
        <div className="flex flex-wrap gap-2">
          <a href={copy.page} download className={LINK}>
            <Icon name="download" size="s" />
            {t('act.export.page')}
          </a>
          <a href={copy.data} download className={LINK}>
            <Icon name="download" size="s" />
            {t('act.export.json')}
          </a>
        </div>
      </div>
    </Dialog>
  );
}
