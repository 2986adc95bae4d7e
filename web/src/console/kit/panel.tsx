import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** A word or a link beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One subject of a page that shows several. */
export function Panel({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start rounded-l border border-line bg-s1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 pt-3 pb-1">
        <h2 id={id} className="text-m font-semibold">
          {title}
        </h2>
        {aside && <div className="text-xs text-t3">{aside}</div>}
      </div>
      <div className="min-w-0 px-4 pb-4">{children}</div>
    </section>
  );
}
