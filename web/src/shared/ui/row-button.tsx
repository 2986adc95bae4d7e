import { Icon, type IconName } from './icon';

interface Props {
  icon: IconName;
  title: string;
  text?: string;
  onClick(): void;
}

/** A row that opens a further sheet: its subject, and a short text. */
export function RowButton({ icon, title, text, onClick }: Props) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-14 w-full items-center gap-3 rounded-l border border-line bg-s1 px-4 py-2 text-left text-m transition-colors duration-120 hover:bg-s2"
    >
      <span className="text-gold">
        <Icon name={icon} size="m" />
      </span>
      <span className="grid min-w-0 flex-1">
        {title}
        {text && <span className="text-s text-t2">{text}</span>}
      </span>
      <span className="text-t3">
        <Icon name="chevron-right" size="m" />
      </span>
    </button>
  );
}
