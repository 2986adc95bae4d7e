import { type ReactNode, useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { Icon } from '@/shared/ui/icon';
import type { Looked } from './viewer';

interface Props {
  fileType: 'image' | 'video' | 'file';
  source: string;
  name: string;
  onLook?: ((picture: Looked) => void) | undefined;
  /** Drawn on top of it. */
  children?: ReactNode;
}

/** Always of one size, so that nothing moves when the picture loads. */
const BOX = 'relative block h-42 w-56 max-w-full overflow-hidden rounded-m bg-s2';

/** A picture, a video or a file of a message. */
export function MediaView({ fileType, source, name, onLook, children }: Props) {
  const { t } = useI18n();
  const [gone, setGone] = useState(false);
  const fail = () => setGone(true);
  if (gone) return <Gone />;
  if (fileType === 'file')
    return (
      <a
        href={source}
        target="_blank"
        rel="noopener noreferrer"
        className="flex min-h-11 items-center gap-2 text-sky underline underline-offset-2"
      >
        <Icon name="down" size="m" />
        <span className="min-w-0 wrap-anywhere">{name || t('chat.file')}</span>
      </a>
    );
  if (fileType === 'video')
    return (
      <div className={BOX}>
        {/* biome-ignore lint/a11y/useMediaCaption: a member's own video has none */}
        <video
          src={source}
          aria-label={name || t('chat.video')}
          controls={!children}
          playsInline
          preload="metadata"
          onError={fail}
          className="size-full object-contain"
        />
        {children}
      </div>
    );
  const picture = (
    <img src={source} alt={name || t('chat.picture')} onError={fail} className="size-full object-cover" />
  );
  if (!onLook)
    return (
      <div className={BOX}>
        {picture}
        {children}
      </div>
    );
  return (
    <button type="button" aria-label={t('chat.look')} onClick={() => onLook({ source, name })} className={BOX}>
      {picture}
    </button>
  );
}

function Gone() {
  const { t } = useI18n();
  return (
    <p className={`${BOX} grid place-items-center p-3 text-center text-s text-t2`}>
      <span className="grid justify-items-center gap-2">
        <Icon name="image" size="l" />
        {t('chat.gone')}
      </span>
    </p>
  );
}
