import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/console/api/error-text';
import { Select } from '@/console/kit/field';
import { useOperator } from '@/console/kit/operator';
import { staffQuery } from '@/console/kit/staff';
import { Notice } from '@/shared/ui/notice';

interface Props {
  label: string;
  /** The roles that may have what is given. */
  roles: readonly string[];
  to: string;
  onChoose(name: string): void;
}

/** To whom something is given: the other operators who may have it. It has the focus as soon as it is there. */
export function ColleagueField({ label, roles, to, onChoose }: Props) {
  const me = useOperator();
  const { data, error } = useQuery(staffQuery);
  const others = data?.items.filter(({ active, name, role }) => active && name !== me.name && roles.includes(role));
  return (
    <>
      <Select label={label} name="to" value={to} required autoFocus onChange={(event) => onChoose(event.target.value)}>
        <option value="" />
        {others?.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      {error && <Notice tone="error">{errorText(error)}</Notice>}
    </>
  );
}
