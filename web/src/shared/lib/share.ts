/** Reports whether this browser can share a text with other apps. */
export const canShareText = () => typeof navigator.share === 'function';

/** A member who closes the share sheet has not failed, and one whose phone refuses has the copy button. */
export async function shareText(shared: { text: string; url?: string }): Promise<void> {
  await navigator.share(shared).catch(() => undefined);
}
