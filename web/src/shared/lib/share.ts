/** Whether this browser hands a text to other apps. */
export const canShareText = () => typeof navigator.share === 'function';

/** A member who closes the phone's sheet has not failed, and one whose phone refuses has the copy button. */
export async function shareText(shared: { text: string; url?: string }): Promise<void> {
  await navigator.share(shared).catch(() => undefined);
}
