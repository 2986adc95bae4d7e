// Compares what the app can show, read from the app itself, with the list of screens.

/** Routes and sheets without a screen, and screens without a line in the index. Empty if there are none. */
export async function missing(vite, screens) {
  // The route table is read outside of a browser, and some of its modules read the location.
  globalThis.location ??= new URL('http://app/');
  const { routes } = await vite.ssrLoadModule('/src/app/routes.tsx');
  const { SHEETS } = await vite.ssrLoadModule('/src/app/sheets.tsx');
  const addresses = screens.map(({ path, member }) => {
    const { pathname, searchParams } = new URL(path, 'http://app');
    return { pathname, sheet: searchParams.get('sheet'), member: Boolean(member) };
  });
  const known = new Set(paths(routes));
  const shows = (path) =>
    addresses.some(({ pathname, sheet }) => !sheet && (path === '*' ? !known.has(pathname) : pathname === path));
  const opens = (name, part) => addresses.some(({ sheet, member }) => sheet === name && member === part);
  return [
    ...[...known].filter((path) => !shows(path)).map((path) => `the route ${path} has no picture`),
    ...Object.entries(SHEETS)
      .flatMap(([name, sheet]) => sheet.for.map((part) => ({ name, part })))
      .filter(({ name, part }) => !opens(name, part === 'member'))
      .map(({ name, part }) => `the sheet ${name} has no picture in the ${part} part`),
    ...screens.filter(({ shows: line }) => !line).map(({ name }) => `the screen ${name} does not say what it shows`),
    ...screens
      .filter(({ name }, index) => screens.findIndex((other) => other.name === name) !== index)
      .map(({ name }) => `two screens are called ${name}`),
  ];
}

/** Addresses with a page of their own; redirects do not count. */
function paths(routes, base = '') {
  return routes.flatMap(({ path = '', index, element, children }) => {
    const here = path.startsWith('/') || path === '*' ? path : [base, path].filter(Boolean).join('/');
    if (children) return paths(children, here);
    const leadsOn = index || 'to' in (element?.props ?? {});
    return leadsOn ? [] : [here];
  });
}
