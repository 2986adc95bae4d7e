import { createContext, use } from 'react';
import type { Operator } from '@/console/api/contract';

const Signed = createContext<Operator | undefined>(undefined);

/** Around all pages of somebody who is signed in. */
export const OperatorProvider = Signed.Provider;

/** Who is signed in. */
export function useOperator(): Operator {
  const operator = use(Signed);
  if (!operator) throw new Error('useOperator outside of the shell');
  return operator;
}
