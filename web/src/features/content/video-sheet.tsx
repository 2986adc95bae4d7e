import { useState } from 'react';
import { config } from '@/shared/config';
import { useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { Notice } from '@/shared/ui/notice';
import { Sheet } from '@/shared/ui/sheet';

/** One how-to video in the browser's own player. */
export default function VideoSheet() {
  const { t, locale } = useI18n();
  const id = useSheetParams('video').id;
  // While the sheet closes, the URL no longer names the video.
  const [video] = useState(() => config().howto.find((entry) => entry.id === id));
  const [failed, setFailed] = useState(false);
  return (
    <Sheet title={video?.title[locale] ?? t('howto.title')} wide>
      {video && !failed ? (
        <video
          src={video.video}
          {...(video.poster && { poster: video.poster })}
          controls
          playsInline
          preload="none"
          onError={() => setFailed(true)}
          className="aspect-video w-full rounded-m bg-ink"
        />
      ) : (
        <Notice tone="warning">{t('howto.failed')}</Notice>
      )}
    </Sheet>
  );
}
