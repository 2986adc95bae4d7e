import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { KINDS } from '@/console/kit/kinds';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { hasDetail } from './detail';
import { listAddress } from './past/address';
import { NAMES } from './past/lists';
import { QueuePane } from './queue-pane';

/** The first place of this visit: there is nothing in the console to go back to. */
const FIRST = 'default';

/** One thing of a list of the past, as the queue shows it: it may be decided where it still waits. */
export default function PastItemPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { list: wanted, kind: wantedKind, id = '' } = useParams();
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const list = NAMES.find((one) => one === wanted) ?? 'withdrawal';
  const kind = KINDS.find((one) => one === wantedKind);
  usePageTitle(`${t('past.title')} · ${name}`);
  const back = () => void (key === FIRST ? navigate(listAddress(list, search)) : navigate(-1));
  useKeys({ escape: back });
  if (!kind || !hasDetail(kind)) return <Navigate to={listAddress(list)} replace />;
  return (
    <div className="mx-auto flex w-full max-w-[1080px] flex-1 flex-col gap-2 px-1 pt-2 sm:px-6 lg:min-h-0">
      <div className="px-1">
        <Button variant="ghost" icon="chevron-left" onClick={back}>
          {t(`past.list.${list}`)}
        </Button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col bg-s1">
        <QueuePane opened={{ kind, id }} row={undefined} onOpened={() => undefined} onDecided={back} />
      </div>
    </div>
  );
}
