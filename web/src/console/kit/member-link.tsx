import { Link } from 'react-router';
import type { MemberRef } from '@/console/api/contract';
import { lookUp } from '@/console/i18n';
import { State } from './state';

/** A member that something is about, with what the house has marked it with. It leads to the member's page. */
export function MemberLink({ member: { id, name, phone, flags } }: { member: MemberRef }) {
  return (
    <>
      <Link to={`/member/${id}`} className="underline decoration-line underline-offset-4 hover:decoration-current">
        {name} · <span className="tabular-nums">{phone}</span>
      </Link>
      <Flags flags={flags} />
    </>
  );
}

/** What the house has marked a member with. */
export function Flags({ flags }: Pick<MemberRef, 'flags'>) {
  return flags.map((flag) => (
    <span key={flag}>
      {' '}
      <State tone="sky">{lookUp(`flag.${flag}`) ?? flag}</State>
    </span>
  ));
}
