import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { codeQuery } from '@/shared/lib/code-query';
import { QueryState } from './query-state';
import { Skeleton } from './skeleton';

/** The code that sanitises the operator's HTML. */
export const cleanerQuery = codeQuery('safe-html', () => import('./safe-html'));

interface Props {
  blocks: readonly string[];
  height?: `h-${number}`;
  /** Called once the blocks are on the page. */
  onShown?: ((blocks: readonly string[]) => void) | undefined;
}

/** The operator's HTML, one block each. The sanitiser is fetched with the first. */
export function Html({ blocks, height = 'h-12', onShown }: Props) {
  return (
    <QueryState query={useQuery(cleanerQuery)} skeleton={<Skeleton className={`${height} w-full`} />}>
      {({ default: SafeHtml }) => (
        <Shown blocks={blocks} onShown={onShown}>
          {blocks.map((html) => (
            <SafeHtml key={html} html={html} />
          ))}
        </Shown>
      )}
    </QueryState>
  );
}

function Shown({ blocks, onShown, children }: Pick<Props, 'blocks' | 'onShown'> & { children: ReactNode }) {
  const tell = useEffectEvent((shown: readonly string[]) => onShown?.(shown));
  useEffect(() => {
    if (blocks.length > 0) tell(blocks);
  }, [blocks]);
  return children;
}
