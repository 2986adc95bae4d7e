import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useI18n } from '@/console/i18n';
import { Icon } from './icon';

interface Props {
  list: ReactNode;
  /** The one that the cursor is on. */
  one: ReactNode;
  /** The one is in the address. */
  open: boolean;
  /** The list's address. */
  back: string;
}

/** A list, and beside it one of it. On a phone the list is a page, and the one another, with a way back. */
export function TwoPanes({ list, one, open, back }: Props) {
  const { t } = useI18n();
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(320px,420px)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <div className={`min-h-0 flex-1 flex-col border-line lg:flex lg:border-r ${open ? 'hidden' : 'flex'}`}>
        {list}
      </div>
      <div className={`min-h-0 flex-1 flex-col bg-s1 lg:flex ${open ? 'flex' : 'hidden'}`}>
        {one && (
          <Link
            to={back}
            className="target flex items-center gap-1 border-b border-line px-3 text-t2 hover:text-t1 lg:hidden"
          >
            <Icon name="chevron-left" size="s" />
            {t('list.back')}
          </Link>
        )}
        {one}
      </div>
    </div>
  );
}
