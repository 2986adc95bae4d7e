/** SPEC.md §9: the pager shows up to 3 pages before the current one and 1 after it. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, page - 3);
  const last = Math.min(pages, page + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
