/** How long a page counts as attended after somebody touched it. */
const ATTENDED_MS = 60_000;

let touched = Date.now();

for (const event of ['pointerdown', 'pointermove', 'wheel', 'keydown'])
  addEventListener(event, () => {
    touched = Date.now();
  });

/** Reports whether somebody is at the page. What it repeats while nobody is there must not keep the session alive. */
export function isAttended(): boolean {
  return Date.now() - touched < ATTENDED_MS;
}
