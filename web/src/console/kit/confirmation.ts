import type { Way } from '@/console/api/contract';
import { createStore, useStore } from '@/shared/lib/store';

/** A decision that waits until its operator has shown that it is the one who decides. */
export interface Question {
  /** What is confirmed: the server's name of this decision. */
  decision: string;
  ways: Way[];
  settle(confirmation: string | undefined): void;
}

const question = createStore<Question | undefined>(undefined);

export const useQuestion = () => useStore(question);

/** Resolves with the proof, which is good for this decision alone, or undefined if the operator gives up. */
export function confirm(decision: string, ways: Way[]): Promise<string | undefined> {
  question.get()?.settle(undefined);
  return new Promise((resolve) => {
    question.set({
      decision,
      ways,
      settle(confirmation) {
        question.set(undefined);
        resolve(confirmation);
      },
    });
  });
}
