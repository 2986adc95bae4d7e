import { createContext, use } from 'react';
import type { Operator } from '@/console/api/contract';

const Signed = createContext<Operator | undefined>(undefined);

/** Around all pages of somebody who is signed in. */
export const OperatorProvider = Signed.Provider;

const Kinds = createContext<readonly string[]>([]);

export const KindsProvider = Kinds.Provider;

/** The kinds of the queue that the operator decides; none: all. */
export const useOwnKinds = (): readonly string[] => use(Kinds);

/** Who is signed in. */
export function useOperator(): Operator {
  const operator = use(Signed);
  if (!operator) throw new Error('useOperator outside of the shell');
  return operator;
}
