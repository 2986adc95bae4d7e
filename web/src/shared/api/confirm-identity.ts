import { useEffect } from 'react';
import { createStore, useStore } from '@/shared/lib/store';

/** The open question: whoever asked waits for the answer, and all calls that need it share it. */
interface Question {
  answer: Promise<boolean>;
  settle(shown: boolean): void;
}

const question = createStore<Question | undefined>(undefined);
/** Components on the screen that can ask. Without one the caller reports the refusal. */
let places = 0;

/** Reports whether a call waits for the member to confirm its identity. */
export const useIdentityAsked = () => useStore(question) !== undefined;

/** The member entered its password, or declined. */
export function answerIdentity(shown: boolean): void {
  question.get()?.settle(shown);
}

/** For the component that shows the question. When it unmounts, the waiting calls are refused. */
export function useIdentityPlace(): boolean {
  useEffect(() => {
    places++;
    return () => {
      places--;
      if (places === 0) answerIdentity(false);
    };
  }, []);
  return useIdentityAsked();
}

/** Runs when a question opens, until the returned function is called. */
export function onIdentityAsked(run: () => void): () => void {
  return question.subscribe(() => {
    if (question.get()) run();
  });
}

function ask(): Promise<boolean> {
  const open = question.get();
  if (open) return open.answer;
  let settle: Question['settle'] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = (shown) => {
      resolve(shown);
      question.set(undefined);
    };
  });
  question.set({ answer, settle });
  return answer;
}

/**
 * Sends a request. If the server first requires proof of identity (API.md: `CONFIRM_IDENTITY`; nothing has happened
 * then), the member is asked. The same request then goes again with the same key, once.
 */
export async function withIdentity(input: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  const again = input.clone();
  const answer = await send(input);
  if (answer.status !== 403 || places === 0) return answer;
  const said: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  if ((said as { message?: unknown } | undefined)?.message !== 'CONFIRM_IDENTITY') return answer;
  return (await ask()) ? send(again) : answer;
}
