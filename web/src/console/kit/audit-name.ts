import { fill, lookUp } from '@/console/i18n';
import { actionName } from './action-name';

/** What a row of the audit log says that somebody did: a look, a decision, or a step of one that takes two. */
export function auditName(action: string): string {
  const end = action.lastIndexOf('.');
  const step = lookUp(`did.step.${action.slice(end + 1)}`);
  return (
    lookUp(`did.${action}`) ?? (step ? fill(step, { action: actionName(action.slice(0, end)) }) : actionName(action))
  );
}
