import { setupServer } from 'msw/node';

/** A call without a handler fails the test. Each test brings its house (render-console.tsx). */
export const server = setupServer();
