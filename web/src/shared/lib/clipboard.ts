/** Copies text. In-app browsers and pages without TLS have no clipboard API, so the older method is tried there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (window.isSecureContext && navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused: try the older method.
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.style.cssText = 'position:fixed;opacity:0';
  // Inside an open sheet the focus may not leave it.
  const parent = document.activeElement?.closest('[role=dialog]') ?? document.body;
  parent.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}

/** Reports whether a button may read the clipboard; otherwise the member pastes by hand. */
export const canPaste = () => window.isSecureContext && typeof navigator.clipboard?.readText === 'function';

/** The clipboard's text; undefined if the member or the browser refused. */
export async function pasteText(): Promise<string | undefined> {
  return navigator.clipboard.readText().catch(() => undefined);
}
