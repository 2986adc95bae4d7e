/** A link within what is read: a name, an amount, a place. */
export const LINK = 'underline underline-offset-4';

/** One of many in a table: it is underlined under the pointer alone. */
export const CELL_LINK = 'underline-offset-4 hover:underline';

/** A link that stands by itself: as tall as a thumb needs it. */
export const LONE_LINK = `target inline-flex items-center ${LINK}`;
