import { useRef, useState } from 'react';
import type { Banner } from '@/shared/api/wire';
import type { Dye } from '@/shared/art/dyes';
import { Weave } from '@/shared/art/weave';
import { useI18n } from '@/shared/i18n';
import { Html } from './html';

interface Props {
  banners: readonly Banner[];
  /** The subject of the pictures: a banner without a picture gets art drawn from it. */
  code: string;
  dye?: Dye;
}

/** The operator's pictures with their texts, side by side: a swipe, or a dot, moves between them. */
export function Banners({ banners, code, dye = 'lotus' }: Props) {
  const { t } = useI18n();
  const rail = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const show = (place: number) =>
    rail.current?.scrollTo({ left: place * rail.current.clientWidth, behavior: 'smooth' });
  const noteWhere = ({ scrollLeft, clientWidth }: Element) => {
    if (clientWidth > 0) setAt(Math.round(scrollLeft / clientWidth));
  };
  return (
    <section aria-label={t('banners.label')} className="grid grid-cols-1 gap-1">
      <ul
        ref={rail}
        // A scrolling area must be reachable by the keyboard.
        tabIndex={banners.length > 1 ? 0 : undefined}
        onScroll={(event) => noteWhere(event.currentTarget)}
        className="flex snap-x snap-mandatory gap-4 overflow-x-auto [scrollbar-width:none]"
      >
        {banners.map((banner, place) => (
          <li key={banner.image + banner.html} className="grid w-full shrink-0 snap-start content-start gap-3">
            <Picture image={banner.image} code={`${code}-${place}`} dye={dye} />
            {banner.html && <Html blocks={[banner.html]} />}
          </li>
        ))}
      </ul>
      {banners.length > 1 && (
        <div className="flex flex-wrap justify-center">
          {banners.map((banner, place) => (
            <button
              key={banner.image + banner.html}
              type="button"
              aria-label={t('banners.picture', { page: place + 1, total: banners.length })}
              aria-current={place === at}
              onClick={() => show(place)}
              className="group grid size-8 place-items-center"
            >
              <span className="size-2 rounded-full bg-control group-aria-[current=true]:w-5 group-aria-[current=true]:bg-gold" />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

/** The operator's picture if there is one and it loads, otherwise woven art. */
function Picture({ image, code, dye }: { image: string; code: string; dye: Dye }) {
  const [broken, setBroken] = useState(false);
  return (
    <div className="relative aspect-5/3 w-full overflow-hidden rounded-l border border-line">
      {image && !broken ? (
        <img src={image} alt="" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        <Weave code={code} dye={dye} motif="slot" scrim={false} />
      )}
    </div>
  );
}
