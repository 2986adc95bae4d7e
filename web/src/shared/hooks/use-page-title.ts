import { useLayoutEffect } from 'react';

/** The browser tab's title while the page is shown. It changes with the page, not a moment after it. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
