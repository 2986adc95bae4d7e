import { configure, getConfig } from '@testing-library/react';

/**
 * An element that is not found yet is looked for again, so most errors about one are never read: the page is printed for those
 * that are, when they are.
 */
export function printPagesLate(): void {
  const { getElementError } = getConfig();
  if (getElementError.name === late.name) return;
  configure({ getElementError: late });

  function late(message: string | null, container: Element) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    let said: string | undefined;
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => {
        said ??= getElementError(message, container).message;
        return said;
      },
    });
    return error;
  }
}
