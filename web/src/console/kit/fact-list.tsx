import type { ReactNode } from 'react';
import type { Fact } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { useFacts } from './facts';
import { Icon } from './icon';

/** Names and values: what there is to know about one thing. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(120px,max-content)_minmax(0,1fr)]">{children}</dl>;
}

/** One of them. Lines of the value stay lines. */
export function Known({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-t3">{name}</dt>
      <dd className="-mt-2 min-w-0 whitespace-pre-line text-t1 sm:mt-0">{children}</dd>
    </div>
  );
}

interface ChangesProps {
  facts: readonly Fact[];
  /** The same, computed now. A fact that differs is shown as it is now, with what it was. */
  now?: readonly Fact[];
}

/** What a decision changes: each fact before and after, in the server's order. */
export function Changes({ facts, now = facts }: ChangesProps) {
  const { t } = useI18n();
  return (
    <table className="w-full table-fixed text-left">
      <thead className="text-t3">
        <tr>
          <th scope="col" className="w-[30%] py-1.5 pr-3 font-normal">
            {t('change.name')}
          </th>
          <th scope="col" className="py-1.5 pr-3 font-normal">
            {t('change.before')}
          </th>
          <th scope="col" className="py-1.5 font-normal">
            {t('change.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {now.map((fact) => (
          <Change key={fact.name} fact={fact} was={facts.find(({ name }) => name === fact.name)} />
        ))}
      </tbody>
    </table>
  );
}

/** A place in the content, which may be long: a line ends behind one of its dots. */
function Place({ path }: { path: string }) {
  const dot = path.indexOf('.') + 1;
  if (dot === 0) return path;
  return (
    <>
      {path.slice(0, dot)}
      <wbr />
      <Place path={path.slice(dot)} />
    </>
  );
}

function Change({ fact, was }: { fact: Fact; was: Fact | undefined }) {
  const { t } = useI18n();
  const { name, value } = useFacts();
  const shown = (text: string | null | undefined) => (text == null ? '–' : value(fact.kind, text));
  const moved = was && (was.before !== fact.before || was.after !== fact.after);
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2 pr-3 font-normal text-t2">
        <Place path={name(fact)} />
        {moved && (
          <span className="flex items-center gap-1 text-xs text-coral">
            <Icon name="alert" size="s" />
            {t('change.moved', { before: shown(was.before), after: shown(was.after) })}
          </span>
        )}
      </th>
      <td className="py-2 pr-3 text-t2 tabular-nums">{shown(fact.before)}</td>
      <td className="py-2 font-semibold tabular-nums">{shown(fact.after)}</td>
    </tr>
  );
}
