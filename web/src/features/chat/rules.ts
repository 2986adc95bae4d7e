/** SPEC.md §5 and §9. */
export const MAX_TEXT = 2000;
export const COUNT_FROM = 1800;
export const PAGE = 10;
const NEAR_BOTTOM_PX = 60;
export const CHECK_MS = 5000;
export const SEND_DELAY_MS = 500;
export const READ_DELAY_MS = 1000;
/** How long somebody counts as writing after the last sign of it, and how far apart the own signs are. */
export const TYPES_MS = 5000;
export const TELLS_MS = 3000;

/** The length as the server counts it: UTF-16 units of the text that is sent. */
export const lengthOf = (text: string) => text.trim().length;

export function canSend(text: string): boolean {
  const length = lengthOf(text);
  return length > 0 && length <= MAX_TEXT;
}

interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  /** The key chooses a word of an input method. */
  isComposing: boolean;
}

/** Enter sends, a modified Enter does not. */
export function sends({ key, shiftKey, ctrlKey, altKey, metaKey, isComposing }: Key): boolean {
  return key === 'Enter' && !(shiftKey || ctrlKey || altKey || metaKey || isComposing);
}

export type FileKind = 'image' | 'video';

/** Megabytes of 1024 × 1024 bytes, as the server counts. */
const LIMIT_MB: Record<FileKind, number> = { image: 10, video: 20 };

const TYPES: Record<string, FileKind> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/jpg': 'image',
  'image/gif': 'image',
  'video/mp4': 'video',
  'video/quicktime': 'video',
};
/** For browsers that do not know the file's type. */
const EXTENSIONS: Record<string, FileKind> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  mp4: 'video',
  mov: 'video',
  qt: 'video',
};

/** A longer file name keeps its end, with the extension. */
export const MAX_NAME = 255;

export const ACCEPT = Object.keys(TYPES).join();

export type FileCheck =
  | { kind: FileKind }
  | { code: 'FILE_NOT_SUPPORTED' }
  | { code: 'FILE_TOO_LARGE'; params: { limit: number } };

/** The kind of attachment that a file is, or why it can't be attached. */
export function checkFile({ name, type, size }: { name: string; type: string; size: number }): FileCheck {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const kind = extension && (type ? TYPES[type.toLowerCase()] : EXTENSIONS[extension]);
  if (!kind) return { code: 'FILE_NOT_SUPPORTED' };
  const limit = LIMIT_MB[kind];
  return size > limit * 1024 * 1024 ? { code: 'FILE_TOO_LARGE', params: { limit } } : { kind };
}

interface Scrolled {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

/** The list's origin is its bottom: `scrollTop` is 0 there and negative above it. */
export const atBottom = ({ scrollTop }: Pick<Scrolled, 'scrollTop'>) => -scrollTop <= NEAR_BOTTOM_PX;

/** So near the top that the page before should load; also if there is nothing to scroll yet. */
export function nearTop({ scrollTop, scrollHeight, clientHeight }: Scrolled): boolean {
  return scrollHeight - clientHeight + scrollTop < 120;
}
