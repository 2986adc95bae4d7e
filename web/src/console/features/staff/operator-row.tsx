import { Link } from 'react-router';
import type { OperatorItem } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { OperatorState } from './operator-state';

/** A name may have a dot, and a path with one is a file's. */
export const addressOf = (name: string) => `/staff?name=${encodeURIComponent(name)}`;

/** One of the operators, in the list. */
export function OperatorRow({
  operator: { name, role, active, effectiveAt },
  on,
}: {
  operator: OperatorItem;
  on: boolean;
}) {
  const { t } = useI18n();
  return (
    <Link
      to={addressOf(name)}
      aria-current={on ? 'true' : undefined}
      className="flex items-center justify-between gap-3 border-b border-line px-4 py-3 hover:bg-s2 aria-[current=true]:bg-s2"
    >
      <span className="grid min-w-0">
        <span className="truncate font-semibold">{name}</span>
        <span className="text-s text-t2">{t(`role.${role}`)}</span>
      </span>
      <OperatorState active={active} effectiveAt={effectiveAt} />
    </Link>
  );
}
