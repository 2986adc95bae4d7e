import { setupServer } from 'msw/node';
import { allHandlers } from './all-handlers';

/** The server for pages in jsdom. A call without a handler fails the test. */
export const server = setupServer(...allHandlers);
