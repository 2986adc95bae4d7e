import type { Way } from '@/console/api/contract';
import { ApiError } from '@/shared/api/error';
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
function confirm(decision: string, ways: Way[]): Promise<string | undefined> {
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

/**
 * Sends a request that may need a confirmation. If the server asks for one, nothing has happened yet: the operator
 * confirms, and the same request goes again with the proof.
 */
export async function confirmed<T>(send: (proof: { 'X-Confirmation'?: string }) => Promise<T>): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFIRM_IDENTITY') throw error;
    const { decision, ways } = error.params as { decision?: string; ways?: Way[] };
    const confirmation = decision && (await confirm(decision, ways ?? []));
    if (!confirmation) throw error;
    return send({ 'X-Confirmation': confirmation });
  }
}
