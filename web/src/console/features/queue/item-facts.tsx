import type { ItemDetail, ItemLine } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { FactList, Known } from '@/console/kit/fact-list';
import { useFacts } from '@/console/kit/facts';
import { Picture } from '@/console/kit/picture';
import { reasonName } from '@/console/kit/reason';
import { MemberBeside } from './member-beside';
import { Near } from './near';

interface Props {
  detail: ItemDetail;
  /** Takes a member that it may be of into the decision. */
  onTake?: ((member: string) => void) | undefined;
  /** Takes a line of a statement into a decision of its own. */
  onLine(line: ItemLine): void;
}

/** All that is known of an item: why it waits, the facts beside the picture, whose it may be, and its member. */
export function ItemFacts({ detail, onTake, onLine }: Props) {
  const { why, picture, related, member } = detail;
  return (
    <>
      {why.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {why.map((code) => (
            <li key={code} className="rounded-full bg-gold/15 px-2.5 py-0.5 text-s text-t1">
              {reasonName(code)}
            </li>
          ))}
        </ul>
      )}
      <div className={`grid content-start gap-6 ${picture ? 'xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]' : ''}`}>
        {picture && <Picture path={picture} />}
        <div>
          <Facts detail={detail} />
        </div>
      </div>
      <Near detail={detail} onTake={onTake} onLine={onLine} />
      {related && member && <MemberBeside member={member} related={related} />}
    </>
  );
}

/** In the server's order. A name may come more than once: each has a line. */
function Facts({ detail: { facts } }: { detail: ItemDetail }) {
  useI18n();
  const { name, value } = useFacts();
  const numbered = facts.map((fact, place) => ({ fact, key: `${fact.name}/${place}` }));
  return (
    <FactList>
      {numbered.map(({ fact, key }) => (
        <Known key={key} name={name(fact)}>
          <span className="break-words">
            {fact.before !== null && `${value(fact.kind, fact.before)} → `}
            {value(fact.kind, fact.after)}
          </span>
        </Known>
      ))}
    </FactList>
  );
}
