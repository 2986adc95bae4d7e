import { KEYS, tab } from './storage';

/**
 * What this tab shows in the place of the house: the preview of a draft (docs/architecture/0024, section 13), as a member
 * or a visitor sees it. null: the house as it is.
 */
export const previewToken = () => tab.get(KEYS.preview);

/** Whose pages the preview shows. */
export const previewAs = (who: 'member' | 'visitor') =>
  tab.set(KEYS.preview, `${who}.${previewToken()?.split('.').slice(1).join('.')}`);

export const leavePreview = () => tab.remove(KEYS.preview);

/** A link of the console leads to a preview. It is a secret, so it does not stay in the address. */
export function startPreview(): void {
  const asked = new URLSearchParams(location.search).get('preview');
  if (!asked) return;
  tab.set(KEYS.preview, asked);
  history.replaceState(null, '', location.pathname);
}
