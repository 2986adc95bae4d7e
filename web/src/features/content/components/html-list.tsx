import { Html } from '@/shared/ui/html';

/** The operator's paragraphs, one block each. */
export function HtmlList({ items }: { items: string[] }) {
  return (
    <div className="grid gap-4">
      <Html blocks={items} height="h-64" />
    </div>
  );
}
