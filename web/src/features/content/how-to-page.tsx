import { useState } from 'react';
import type { Dye } from '@/shared/art/dyes';
import { Weave } from '@/shared/art/weave';
import { config, type HowTo } from '@/shared/config';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { Icon } from '@/shared/ui/icon';

/** One dye each, so that the five are easy to tell apart. */
const DYES: readonly Dye[] = ['marigold', 'river', 'jade', 'lotus', 'orchid'];

export default function HowToPage() {
  const { t } = useI18n();
  usePageTitle(`${t('howto.title')} · ${t('app.name')}`);
  return (
    <main className="page max-w-[720px] pt-6">
      <h1 className="text-2xl font-semibold">{t('howto.title')}</h1>
      <p className="text-s text-t2">{t('howto.lead')}</p>
      <ol className="mt-5 grid gap-3 sm:grid-cols-2">
        {config().howto.map((video, index) => (
          <li key={video.id}>
            <VideoCard video={video} number={index + 1} />
          </li>
        ))}
      </ol>
    </main>
  );
}

function VideoCard({ video, number }: { video: HowTo; number: number }) {
  const { t, locale } = useI18n();
  const sheet = useSheet();
  const title = video.title[locale];
  return (
    <button
      type="button"
      onClick={() => sheet.open('video', { id: video.id })}
      className="group relative block aspect-video w-full overflow-hidden rounded-l border border-line text-left"
    >
      <Poster video={video} dye={DYES[(number - 1) % DYES.length]} />
      <span className="sr-only">{t('howto.play')}</span>
      <span className="absolute top-3 left-4 text-2xl font-semibold text-t1/90 tabular-nums">{number}</span>
      <span className="absolute top-1/2 left-1/2 grid size-14 -translate-1/2 place-items-center rounded-full bg-ink/70 text-gold transition-transform duration-200 group-hover:scale-105 group-active:scale-95">
        <Icon name="play" />
      </span>
      <span className="absolute inset-x-0 bottom-0 p-4 pt-8 text-m font-semibold">{title}</span>
    </button>
  );
}

/** The operator's picture, or woven art. */
function Poster({ video, dye = 'marigold' }: { video: HowTo; dye?: Dye | undefined }) {
  const [broken, setBroken] = useState(false);
  if (!video.poster || broken) return <Weave code={`howto-${video.id}`} dye={dye} />;
  return (
    <>
      <img
        src={video.poster}
        alt=""
        loading="lazy"
        onError={() => setBroken(true)}
        className="absolute inset-0 size-full object-cover"
      />
      <span className="absolute inset-0 bg-linear-to-t from-ink to-transparent" />
    </>
  );
}
