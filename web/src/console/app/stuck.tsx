import { Button } from '@/console/kit/button';
import { Icon } from '@/console/kit/icon';

interface Props {
  title: string;
  text: string;
  reload: string;
}

/** Nothing can be drawn: a bug, or a server that can't be reached. */
export function Stuck({ title, text, reload }: Props) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <span className="text-coral">
        <Icon name="alert" size="l" />
      </span>
      <h1 className="text-l font-semibold">{title}</h1>
      <p className="max-w-[44ch] text-t2">{text}</p>
      <Button icon="refresh" onClick={() => location.reload()}>
        {reload}
      </Button>
    </main>
  );
}
