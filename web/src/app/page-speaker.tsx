import { useEffect, useState } from 'react';

/**
 * Tells a screen reader which page it is on now: the app changes pages without the browser's own word about it. The title
 * is what each page says of itself.
 */
export function PageSpeaker() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    // The first page is told by the browser.
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
