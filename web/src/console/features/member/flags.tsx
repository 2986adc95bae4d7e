import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberFlag, ShownMember } from '@/console/api/contract';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { lookUp, useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { ListRow, RowList } from '@/console/kit/row-list';
import { invalidate } from '@/shared/api/invalidate';
import { END_FLAG } from './calls';
import { ownQuery } from './queries';

/** What the house has marked the member with, by whom and why. */
export function Flags({ shown: { member, may, state } }: { shown: ShownMember }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [ends, setEnds] = useState<MemberFlag['code']>();
  const list = useInfiniteQuery(ownQuery(member.id, 'flag'));
  const reread = () => void invalidate(client, ['member']);
  return (
    <>
      <RowList title={t('member.flags')} list={list} empty="">
        {({ code, by, reason, since }) => (
          <ListRow
            key={code}
            title={t(`flag.${code}`)}
            figure={
              may.includes('unflagMember') && (
                <Button variant="danger" onClick={() => setEnds(code)}>
                  {t('act.unflag')}
                </Button>
              )
            }
          >
            <Moment at={since} />
            <span>{by}</span>
            <span>{reason}</span>
          </ListRow>
        )}
      </RowList>
      {ends && (
        <DecisionDialog
          call={END_FLAG}
          choice={{ call: 'unflagMember', two: false, evidence: null }}
          subject={{ id: member.id, code: ends }}
          seen={state}
          onEnd={() => setEnds(undefined)}
          onDone={reread}
          onChanged={reread}
        >
          <p className="font-semibold">
            {member.name} · {lookUp(`flag.${ends}`) ?? ends}
          </p>
        </DecisionDialog>
      )}
    </>
  );
}
