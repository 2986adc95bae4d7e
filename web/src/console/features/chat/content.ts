import type { ChatLine } from '@/console/api/contract';

/** A message as the desk draws it: what was said, the choices that it gives, and a file. */
export interface Shown {
  text: string;
  choices: string[];
  file?: { kind: 'image' | 'video' | 'file'; source: string; name: string };
}

/** What a message says. One of a kind that this page does not know is undefined: the server may be newer. */
export function read({ message_type, payload }: ChatLine['message']): Shown | undefined {
  switch (message_type) {
    case 'text':
      return { text: payload, choices: [] };
    case 'postback':
      return { text: payload.title || payload.payload, choices: [] };
    case 'buttons':
      return { text: payload.text, choices: payload.buttons.map(titleOf) };
    case 'quick_replies':
      return { text: payload.text, choices: payload.replies.map(titleOf) };
    case 'generic':
      return {
        text: payload.cards.map(({ title, subtitle }) => [title, subtitle].filter(Boolean).join('\n')).join('\n\n'),
        choices: payload.cards.flatMap(({ buttons }) => buttons.map(titleOf)),
      };
    case 'media':
      return {
        text: payload.message,
        choices: [],
        file: { kind: payload.fileType, source: sourceOf(payload.filePath, payload.url), name: payload.name },
      };
  }
  return undefined;
}

const titleOf = ({ title, payload }: { title: string; payload: string }) => title || payload;

/** An upload of this server, or a picture on the web by https; nothing else is loaded. */
function sourceOf(path: string, onWeb: boolean): string {
  return (onWeb ? /^https:\/\//i : /^\/media\//).test(path) ? path : '';
}

/** A canned answer with what is known of the customer. Words in braces that are not known stay, for who sends it. */
export const filled = (text: string, known: Record<string, string | undefined>): string =>
  text.replace(/\{(\w+)\}/g, (word, name: string) => known[name] ?? word);
