import type { QueryKey } from '@tanstack/react-query';

/** What is told of each kind of query that a page shows (OPERATOR-API.md, Live), by the first word of its key. */
const TOPICS: Record<string, readonly string[]> = {
  me: ['proposal'],
  queue: ['queue'],
  proposal: ['proposal'],
  chat: ['chat'],
  today: ['today', 'alarm', 'brake', 'queue'],
  alarm: ['alarm'],
  brake: ['brake', 'proposal'],
  system: ['brake'],
  content: ['content'],
};

/** What the queries that are shown have to be told of, sorted. */
export function topicsOf(shown: readonly QueryKey[]): string[] {
  const topics = new Set<string>();
  for (const [kind, what, id] of shown) {
    for (const topic of TOPICS[String(kind)] ?? []) topics.add(topic);
    if (kind === 'chat' && what === 'one') topics.add(`chat:${id}`);
  }
  return [...topics].sort();
}

export interface Hint {
  id?: string;
  kind?: string;
  change?: string;
  by?: string;
}

/** The queries that a hint makes old. */
export function oldBy(event: string, { id, kind }: Hint): QueryKey[] {
  switch (event) {
    case 'queue':
      return [['queue'], ['today']];
    case 'proposal':
      return [['proposal'], ['me'], ['brake']];
    case 'chat':
      return [['chat', 'list'], id ? ['chat', 'one', id] : ['chat', 'one']];
    case 'brake':
      return [['brake'], ['system'], ['today']];
    case 'today':
      return [['today']];
    case 'alarm':
      return [['today'], ['alarm']];
    case 'content':
      return [kind === 'draft' ? ['content', 'draft'] : ['content']];
    case 'session':
      return [['me']];
    default:
      return [];
  }
}

export const EVENTS = ['queue', 'proposal', 'chat', 'today', 'alarm', 'brake', 'content', 'session'] as const;
