import type { Fact } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { baht } from '@/shared/lib/money';
import { actionName } from './action-name';
import { foundName } from './found';
import { useHouse } from './house';
import { reasonName } from './reason';
import { scopeName } from './scope';
import { useSystemName } from './system';
import { formatMoment } from './time';

/** A code of a state in words. One without words is shown itself: whoever asks will be asked for it. */
export const stateName = (code: string) => lookUp(`state.${code}`) ?? code;

/** Names and values of facts as people read them, in the operator's language and the house's zone. */
export function useFacts() {
  useI18n();
  const { zone } = useHouse();
  const nameOf = useSystemName();
  return {
    name: (fact: Pick<Fact, 'name'>) => lookUp(`fact.${fact.name}`) ?? fact.name,
    value: (kind: Fact['kind'], value: string): string => {
      switch (kind) {
        case 'amount':
          return Number.isFinite(Number(value)) ? baht(Number(value)) : value;
        case 'time':
          return Number.isNaN(Date.parse(value)) ? value : formatMoment(value, zone);
        case 'state':
          return stateName(value);
        case 'why':
          return reasonName(value);
        case 'found':
          return foundName(value);
        case 'role':
          return lookUp(`role.${value}`) ?? value;
        case 'flag':
          return value
            .split(', ')
            .map((flag) => lookUp(`flag.${flag}`) ?? flag)
            .join(', ');
        case 'scope':
          return value.split(', ').map(scopeName).join(', ');
        case 'action':
          return actionName(value);
        case 'system':
          return nameOf(value);
        default:
          return value;
      }
    },
  };
}
