import { setupServer } from 'msw/node';
import { allHandlers } from './all-handlers';

/** The server that pages talk to in jsdom. A call that nobody answers fails the test. */
export const server = setupServer(...allHandlers);
