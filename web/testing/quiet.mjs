/** A live channel stays open for as long as the page. */
const LIVE = '/socket.io/';

/**
 * Hears what a page asks for from now on. What it returns waits until the page has all of that and nothing more to do, however
 * long a machine takes for it. `comes` leaves out what never comes.
 */
export function hearing(page, comes = () => true) {
  const open = new Map();
  let documents = 0;
  let asked = 0;
  let changed = () => {};
  page.on('request', (request) => {
    if (request.url().includes(LIVE) || !comes(request)) return;
    if (request.isNavigationRequest()) documents += 1;
    open.set(request, documents);
    asked += 1;
  });
  const end = (request) => {
    open.delete(request);
    changed();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('framenavigated', () => {
    // What the document before this one had asked for is nobody's any more.
    for (const [request, document] of open) if (document < documents) open.delete(request);
    changed();
  });
  return async function quiet() {
    for (let before = -1; before !== asked || open.size > 0; ) {
      while (open.size > 0)
        await new Promise((resolve) => {
          changed = resolve;
        });
      before = asked;
      await page.evaluate(idle);
    }
  };
}

/** In the page: twice, for what the first one drew may ask for more. */
async function idle() {
  for (let times = 0; times < 2; times++) {
    await new Promise((done) => requestAnimationFrame(done));
    // biome-ignore lint/plugin/waits: a page with a wheel that turns is never idle
    await new Promise((done) => requestIdleCallback(done, { timeout: 5000 }));
  }
}
