import { Html } from '@/shared/ui/html';

interface Props {
  items: string[];
  onShown?: ((items: readonly string[]) => void) | undefined;
}

/** The operator's paragraphs, one block each. */
export function HtmlList({ items, onShown }: Props) {
  return (
    <div className="grid gap-4">
      <Html blocks={items} height="h-64" onShown={onShown} />
    </div>
  );
}
