import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ContentChecked } from '@/console/api/contract';
import { check } from './queries';

/**
 * What the server says of a document. It is asked again as the document changes, one question at a time: what is typed
 * meanwhile is asked together, so no timer is needed, and a slow line never has a row of old questions.
 */
export function useCheck(document: Readonly<Record<string, unknown>> | undefined, state: string) {
  const asked = document && `${state}\n${JSON.stringify(document)}`;
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (question: string) => check(JSON.parse(question.slice(question.indexOf('\n') + 1))),
  });
  useEffect(() => {
    if (asked !== undefined && !isPending && variables !== asked) mutate(asked);
  }, [asked, isPending, variables, mutate]);
  const checked: ContentChecked | undefined = asked === undefined ? undefined : data;
  return {
    checked,
    /** The answer is of what is there now. */
    settled: checked !== undefined && !isPending && variables === asked,
    error: asked === undefined ? null : error,
  };
}
