import { useEffect, useState } from 'react';

/**
 * Announces the current page to a screen reader: the app changes pages without a page load that the browser would
 * announce. Each page gives its own title.
 */
export function PageSpeaker() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    // The browser announces the first page.
    const seen = new MutationObserver(() => setSaid(document.title));
    seen.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => seen.disconnect();
  }, []);
  return (
    <p aria-live="polite" className="sr-only" data-testid="page-speaker">
      {said}
    </p>
  );
}
