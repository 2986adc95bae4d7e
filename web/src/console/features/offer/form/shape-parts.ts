import type { Fields } from './shape';

export const TEXT = { kind: 'text' } as const;
export const PICTURE = { kind: 'picture' } as const;
export const NUMBER = { kind: 'number' } as const;
export const SWITCH = { kind: 'switch' } as const;
export const TEXTS = { kind: 'texts' } as const;
export const HTML = { kind: 'texts', html: true } as const;
export const WORDS = { kind: 'words' } as const;
export const TIME = { kind: 'time' } as const;
export const choice = (...values: readonly string[]) => ({ kind: 'choice', values }) as const;
export const group = (fields: Fields) => ({ kind: 'group', fields }) as const;
export const numbers = (...names: readonly string[]) => group(Object.fromEntries(names.map((name) => [name, NUMBER])));

export const NOTHING = { th: '', lo: '', en: '' };

export const KINDS_OF_PLAY = ['slot', 'casino', 'sport', 'lotto'] as const;
