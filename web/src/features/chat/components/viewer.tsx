import { useI18n } from '@/shared/i18n';
import { IconButton } from '@/shared/ui/button';

export interface Looked {
  source: string;
  name: string;
}

/** A picture as large as the panel. */
export function Viewer({ picture, onClose }: { picture: Looked; onClose(): void }) {
  const { t } = useI18n();
  return (
    <section aria-label={picture.name || t('chat.picture')} className="absolute inset-0 flex flex-col bg-ink">
      <div className="flex items-center gap-2 p-2">
        <IconButton
          icon="chevron-left"
          label={t('chat.back')}
          onClick={onClose}
          ref={(button) => button?.focus({ preventScroll: true })}
        />
        <p className="min-w-0 flex-1 truncate py-1 text-s text-t2">{picture.name}</p>
      </div>
      <div className="grid min-h-0 flex-1 place-items-center overflow-auto p-2">
        <img src={picture.source} alt={picture.name || t('chat.picture')} className="max-h-full max-w-full" />
      </div>
    </section>
  );
}
