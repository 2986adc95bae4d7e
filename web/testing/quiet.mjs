/** A socket stays open for as long as the page. */
const LIVE = '/socket.io/';

/**
 * Observes the requests of a page from now on. The returned function waits until all of them have ended and the page is
 * idle, however long a machine takes. `comes` leaves out those that never end.
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
    // The requests of the document before this one no longer matter.
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

/** In the page: twice, because the first render may request more. */
async function idle() {
  for (let times = 0; times < 2; times++) {
    await new Promise((done) => requestAnimationFrame(done));
    // biome-ignore lint/plugin/waits: a page with a wheel that turns is never idle
    await new Promise((done) => requestIdleCallback(done, { timeout: 5000 }));
  }
}
