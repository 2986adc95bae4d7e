import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@/shared/api/error';
import { activeBonusQuery, type Bannered, bannersQuery } from '@/shared/api/offers';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { PATHS } from '@/shared/paths';
import { Icon } from '@/shared/ui/icon';
import { SIGN, TILE, Tile } from './tile';

/** Invitations, bonuses, refunds: each if the server has it. Their places are reserved until that is known. */
export function Offers() {
  return (
    <>
      <SheetTile of="invite" icon="people" text="home.invite" />
      <Bonus />
      <SheetTile of="refund" icon="refund" text="home.refund" />
    </>
  );
}

/** A server without this call has no such offer. The sheet reports any other failure. */
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

function Place({ known, missing, children }: { known: boolean; missing: boolean; children: ReactNode }) {
  if (missing) return null;
  return <li className={known ? '' : 'invisible'}>{children}</li>;
}

interface Props {
  of: Bannered;
  icon: 'people' | 'refund';
  text: 'home.invite' | 'home.refund';
}

/** The operator's pictures come first, if there are any (SPEC.md §2). */
function SheetTile({ of, icon, text }: Props) {
  const { t } = useI18n();
  const sheet = useSheet();
  const banners = useQuery(bannersQuery(of));
  const pictures = (banners.data?.length ?? 0) > 0;
  return (
    <Place known={!banners.isPending} missing={isMissing(banners.error)}>
      <Tile text={t(text)} onClick={() => (pictures ? sheet.open('banners', { of }) : sheet.open(of))}>
        <Icon name={icon} />
      </Tile>
    </Place>
  );
}

/** The link to the bonus page; a dot while a condition runs. */
function Bonus() {
  const { t } = useI18n();
  const active = useQuery(activeBonusQuery);
  const inUse = active.data?.status === true;
  return (
    <Place known={!active.isPending} missing={isMissing(active.error)}>
      <Link to={PATHS.bonus} className={TILE}>
        <span className={`${SIGN} relative bg-s2 text-lotus`}>
          <Icon name="gift" />
          {inUse && <span className="absolute -top-1 -right-1 size-3.5 rounded-full border-2 border-ink bg-lotus" />}
        </span>
        {t('home.bonus')}
        {inUse && <span className="sr-only">({t('home.bonusInUse')})</span>}
      </Link>
    </Place>
  );
}
