import { type Dispatch, useEffect, useReducer } from 'react';
import { useSearchParams } from 'react-router';
import { config } from '@/shared/config';
import { inviteCode } from '@/shared/session/identity';
import { KEYS, tab } from '@/shared/session/storage';
import { type Action, fromStorage, reduce, start, toStorage, type Wizard } from './machine';

/** The wizard, kept in the tab's storage from step to step. `?code=` brings the inviter's code, which is kept too. */
export function useWizard(): [Wizard, Dispatch<Action>] {
  const [search] = useSearchParams();
  const [wizard, dispatch] = useReducer(reduce, search.get('code'), (code) => {
    if (code) inviteCode.keep(code);
    return fromStorage(tab.get(KEYS.registration), start(inviteCode.get(), config().laos));
  });
  useEffect(() => {
    if (wizard.step === 'done') {
      tab.remove(KEYS.registration);
      inviteCode.forget();
    } else tab.set(KEYS.registration, toStorage(wizard));
  }, [wizard]);
  return [wizard, dispatch];
}

export interface StepProps {
  wizard: Wizard;
  dispatch: Dispatch<Action>;
}
