import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Decision, Next, Outcome } from '@/console/api/contract';
import { withTapKey } from '@/shared/api/tap-key';
import { confirmed } from './confirmation';

interface Proof {
  'Idempotency-Key': string;
  'X-Confirmation'?: string;
}

export interface DecisionCall<Body extends Decision> {
  /** The call and its subject, by which a repeated press is known: `approveProposal:PR12`. */
  action: string;
  /** The state of the answer by which the operator decides. */
  seen?: string | undefined;
  /** The answer brings the next item of the queue. */
  next?: Next | undefined;
  send(proof: Proof, body: Body): Promise<Outcome>;
  onDone?(outcome: Outcome): void;
  onRefused?(error: unknown): void;
}

/**
 * Sends a decision once: its key stays while the outcome is unknown, and a second press before the answer is none. If
 * the server wants a confirmation, nothing has happened yet; the operator confirms, and the same request goes again with
 * the same key.
 */
export function useDecision<Body extends Decision>(decision: DecisionCall<Body>) {
  const { action, seen, next, send, onDone, onRefused } = decision;
  // A press may come before the button that it is on is drawn as pending.
  const sending = useRef(false);
  const mutation = useMutation({
    mutationFn: (given: Body) => {
      const body = { ...given, ...(seen && { seen }), ...(next && { next }) };
      return withTapKey(action, body, (key) => confirmed((proof) => send({ ...key, ...proof }, body)));
    },
    onSuccess: (outcome) => onDone?.(outcome),
    onError: (error) => onRefused?.(error),
    onSettled: () => {
      sending.current = false;
    },
  });
  function decide(given: Body) {
    if (sending.current) return;
    sending.current = true;
    mutation.mutate(given);
  }
  return { decide, pending: mutation.isPending, error: mutation.error, forget: mutation.reset };
}
