// Pictures of today and of next year are the same: here and in the page it is always noon of one day in Bangkok.
// Imported before everything else that asks for the time.
export const NOON = Date.parse('2026-11-22T05:00:00.000Z');

/** Sets the clock of whoever runs it; sent to the page as text, so it stands on nothing outside itself. */
export function setClock(start) {
  const real = Date;
  const since = performance.now();
  // Seconds of waiting are no minutes on a screen, but a countdown has to count.
  const now = () => start + Math.floor(performance.now() - since);
  globalThis.Date = new Proxy(real, {
    construct: (target, given, made) => Reflect.construct(target, given.length ? given : [now()], made),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}

/** The fixtures' clock stands still: an answer is the same whenever it is asked for. */
function stopClock() {
  const real = Date;
  globalThis.Date = new Proxy(real, {
    construct: (target, given, made) => Reflect.construct(target, given.length ? given : [NOON], made),
    get: (target, key) => (key === 'now' ? () => NOON : Reflect.get(target, key)),
  });
}

stopClock();
