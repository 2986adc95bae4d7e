import type { APIResponse, Route } from '@playwright/test';

/** Fetches an answer in full, for a test that changes it. The app may have asked whether its own copy is still true. */
export function whole(route: Route): Promise<APIResponse> {
  const headers = route.request().headers();
  delete headers['if-none-match'];
  return route.fetch({ headers });
}
