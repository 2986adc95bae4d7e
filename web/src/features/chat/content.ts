import type { ChatSaid } from '@/shared/api/wire';

/** The effect of a tap on a button: it leads out of the app, or sends a text. */
type Act = { href: string; out: boolean } | { say: ChatSaid };

export interface Choice {
  title: string;
  act: Act;
}

export interface Card {
  image: string | undefined;
  title: string;
  subtitle: string;
  choices: Choice[];
}

/**
 * A message as it is drawn. A part that this page does not understand gets a friendly text and never breaks the rest.
 */
export type Shown =
  | { kind: 'text'; text: string }
  | { kind: 'choices'; text: string; choices: Choice[] }
  | { kind: 'replies'; text: string; choices: Choice[] }
  | { kind: 'media'; fileType: 'image' | 'video' | 'file'; source: string; name: string; text: string }
  | { kind: 'cards'; cards: Card[] }
  | { kind: 'unknown' };

/** The parts of a message that this page understands. The server may be newer, and know further kinds. */
interface Told {
  message_type: string;
  payload: unknown;
}

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export function read({ message_type, payload }: Told): Shown {
  const fields = fieldsOf(payload);
  switch (message_type) {
    case 'text':
      return said(textOf(payload));
    case 'postback':
      return said(textOf(fields.title) || textOf(fields.payload));
    case 'buttons':
    case 'quick_replies': {
      const choices = choicesOf(message_type === 'buttons' ? fields.buttons : fields.replies);
      const text = textOf(fields.text);
      if (!choices.length) return said(text);
      return { kind: message_type === 'buttons' ? 'choices' : 'replies', text, choices };
    }
    case 'media':
      return media(fields);
    case 'generic': {
      const cards = listOf(fields.cards).map((card) => cardOf(fieldsOf(card)));
      return cards.length ? { kind: 'cards', cards } : { kind: 'unknown' };
    }
  }
  return { kind: 'unknown' };
}

const said = (text: string): Shown => (text.trim() ? { kind: 'text', text } : { kind: 'unknown' });

function media(fields: Fields): Shown {
  const source = sourceOf(textOf(fields.filePath), fields.url === true);
  if (!source) return { kind: 'unknown' };
  const fileType = fields.fileType === 'image' || fields.fileType === 'video' ? fields.fileType : 'file';
  return { kind: 'media', fileType, source, name: textOf(fields.name), text: textOf(fields.message) };
}

function cardOf(fields: Fields): Card {
  return {
    image: sourceOf(textOf(fields.image_url), /^https:/i.test(textOf(fields.image_url))),
    title: textOf(fields.title),
    subtitle: textOf(fields.subtitle),
    choices: choicesOf(fields.buttons),
  };
}

/** An upload of this server, or a picture on the web by https; nothing else is loaded. */
function sourceOf(path: string, onWeb: boolean): string | undefined {
  if (onWeb) return address(path, ['https:']);
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}

function choicesOf(buttons: unknown): Choice[] {
  return listOf(buttons).flatMap((button) => choiceOf(fieldsOf(button)) ?? []);
}

/** A button without a safe address is left out. */
export function choiceOf({ type, title: given, payload: value }: Fields): Choice | undefined {
  const payload = textOf(value);
  const title = textOf(given) || payload;
  if (!title) return undefined;
  if (type === 'web' || type === 'call') {
    const href = type === 'web' ? address(payload, ['https:', 'http:', 'mailto:']) : telephone(payload);
    return href ? { title, act: { href, out: /^http/.test(href) } } : undefined;
  }
  if (type === 'postback') return { title, act: { say: { message_type: 'postback', payload: { title, payload } } } };
  return { title, act: { say: { message_type: 'text', payload: payload || title } } };
}

function address(text: string, protocols: string[]): string | undefined {
  try {
    const url = new URL(text);
    return protocols.includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function telephone(text: string): string | undefined {
  const number = text.replace(/^tel:/i, '').replace(/[\s().-]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : undefined;
}

/** A text in pieces; a piece with `href` is an address in the text. */
export function pieces(text: string): { text: string; href?: string }[] {
  const found: { text: string; href?: string }[] = [];
  let from = 0;
  // A full stop or bracket after an address belongs to the sentence.
  for (const match of text.matchAll(/https?:\/\/[^\s<>"'฿]*[^\s<>"'.,:;!?)\]}฿]/gi)) {
    const href = address(match[0], ['https:', 'http:']);
    if (!href) continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    found.push({ text: match[0], href });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}
