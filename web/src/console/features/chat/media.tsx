import { useState } from 'react';
import { useI18n } from '@/console/i18n';
import { Icon } from '@/console/kit/icon';

interface Props {
  kind: 'image' | 'video' | 'file';
  /** '' is an address that nothing is loaded from. */
  source: string;
  name: string;
}

/** Always of one size, so that nothing moves when the picture loads. */
const BOX = 'grid h-44 w-60 max-w-full place-items-center overflow-hidden rounded-m bg-ink';

/** A picture, which opens whole in a window of its own, a film, or another file. */
export function Media({ kind, source, name }: Props) {
  const { t } = useI18n();
  const [gone, setGone] = useState(false);
  const fail = () => setGone(true);
  const label = name || t(`chat.${kind}`);
  if (gone || !source)
    return (
      <p className={`${BOX} p-3 text-center text-s text-t2`}>
        <span className="grid justify-items-center gap-2">
          <Icon name="image" size="l" />
          {t('chat.gone')}
        </span>
      </p>
    );
  if (kind === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: a customer's own film has none
      <video src={source} aria-label={label} controls playsInline preload="metadata" onError={fail} className={BOX} />
    );
  return (
    <a
      href={source}
      target="_blank"
      rel="noopener noreferrer"
      className={kind === 'image' ? BOX : 'text-sky underline'}
    >
      {kind === 'image' ? (
        <img src={source} alt={label} onError={fail} className="size-full object-contain" />
      ) : (
        <span className="wrap-anywhere">{label}</span>
      )}
    </a>
  );
}
