import { useQuery } from '@tanstack/react-query';
import { codeQuery } from '@/shared/lib/code-query';
import { QueryState } from './query-state';
import { Skeleton } from './skeleton';

const cleaner = codeQuery('safe-html', () => import('./safe-html'));

/** What the operator wrote, a block each. What makes it safe to show is fetched with the first. */
export function Html({ blocks, height = 'h-12' }: { blocks: readonly string[]; height?: `h-${number}` }) {
  return (
    <QueryState query={useQuery(cleaner)} skeleton={<Skeleton className={`${height} w-full`} />}>
      {({ default: SafeHtml }) => blocks.map((html) => <SafeHtml key={html} html={html} />)}
    </QueryState>
  );
}
