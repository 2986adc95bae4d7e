import type { ReactNode } from 'react';
import { baht } from '@/shared/lib/money';

interface Props {
  title: string;
  /** Baht. */
  amount?: number | null;
  /** Its state, its age: a line under the title. */
  lead?: ReactNode;
  /** All that is needed to decide. */
  detail: ReactNode;
  /** The decisions; they stay in sight while the detail scrolls. */
  actions?: ReactNode;
}

/** One thing that a person decides about, on one screen. */
export function Item({ title, amount, lead, detail, actions }: Props) {
  return (
    <article className="flex min-h-0 flex-1 flex-col">
      <header className="grid gap-1 border-b border-line px-4 py-4 sm:px-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="min-w-0 text-l font-semibold">{title}</h2>
          {amount != null && <p className="text-xl font-semibold tabular-nums">{baht(amount)}</p>}
        </div>
        {lead && <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-t2">{lead}</div>}
      </header>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="grid min-h-0 flex-1 content-start gap-6 overflow-y-auto px-4 py-5 focus-visible:-outline-offset-2 sm:px-6"
      >
        {detail}
      </section>
      {actions && (
        <footer className="sticky bottom-0 border-t border-line bg-s1 px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] sm:px-6">
          {actions}
        </footer>
      )}
    </article>
  );
}
