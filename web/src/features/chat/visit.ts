import type { Talk } from './talk';

/** The conversation of this visit, once the chat was open: its owner and the owner's token (null: a guest's). */
export const visit: { id?: string; token?: string | null; talk?: Talk } = {};
