import { expect, test } from 'vitest';

/** The demo's own lessons (internal/httpapi's configuration) in a real player: they can be decoded, and last a while. */
const LESSONS = ['wallet', 'play', 'balance', 'bonus', 'bonus-end'];

test.each(LESSONS)("the demo's video %s can be played", async (lesson) => {
  const player = document.createElement('video');
  player.muted = true;
  player.src = `/videos/${lesson}.mp4`;
  document.body.append(player);
  const told = { timeout: 25_000 };
  await expect.poll(() => player.readyState, told).toBeGreaterThanOrEqual(HTMLMediaElement.HAVE_METADATA);
  expect(player.error).toBeNull();
  expect([player.videoWidth > 300, player.videoHeight > 150, player.duration > 3]).toEqual([true, true, true]);
  const poster = await fetch(`/videos/${lesson}.svg`);
  expect(poster.headers.get('Content-Type')).toContain('image/svg');
  player.remove();
});
