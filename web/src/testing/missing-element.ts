import { getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/** Testing Library's flag, on while a test waits: not in its types. */
interface Waiting {
  _disableExpensiveErrorDiagnostics?: boolean;
}

/**
 * The error of a query that finds nothing. It prints the whole page, which a test that waits does not read: it looks again,
 * and prints the page once at its end.
 */
export const plainWhileWaiting: typeof getElementError = (message, container) =>
  (getConfig() as Waiting)._disableExpensiveErrorDiagnostics
    ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    : getElementError(message, container);
