import { Link } from 'react-router';
import type { MemberRef } from '@/console/api/contract';

/** A member that something is about. It leads to the member's page. */
export function MemberLink({ member: { id, name, phone } }: { member: MemberRef }) {
  return (
    <Link to={`/member/${id}`} className="underline decoration-line underline-offset-4 hover:decoration-current">
      {name} · <span className="tabular-nums">{phone}</span>
    </Link>
  );
}
