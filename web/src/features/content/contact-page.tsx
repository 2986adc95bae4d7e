import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Contact } from '@/shared/api/wire';
import { config } from '@/shared/config';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useI18n } from '@/shared/i18n';
import { inAppBrowser } from '@/shared/lib/in-app-browser';
import { ButtonAnchor } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { InAppHint } from '@/shared/ui/in-app-hint';
import { Notice } from '@/shared/ui/notice';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { contactQuery } from './queries';

/** `children`: the link to the app's own chat, which needs no other app. */
export default function ContactPage({ children }: { children?: ReactNode }) {
  const { t } = useI18n();
  const contact = useQuery(contactQuery);
  usePageTitle(`${t('contact.title')} · ${t('app.name')}`);
  return (
    <main className="page grid max-w-[480px] gap-5 pt-6">
      <h1 className="text-2xl font-semibold">{t('contact.title')}</h1>
      {inAppBrowser() && (
        <Notice>
          <InAppHint />
        </Notice>
      )}
      {children}
      <QueryState query={contact} skeleton={<Skeleton className="h-96 w-full" />}>
        {(data) => <Card contact={data} />}
      </QueryState>
      <p className="text-center text-xs text-t3">{t('contact.version', { version: config().version })}</p>
    </main>
  );
}

function Card({ contact }: { contact: Contact }) {
  const { t } = useI18n();
  const [noQr, setNoQr] = useState(!contact.lineQR);
  const nothing = !contact.contactText && !contact.lineLink && noQr;
  if (nothing) return <EmptyState icon="chat" title={t('contact.empty')} />;
  return (
    <section className="grid justify-items-center gap-5 rounded-l border border-line bg-s1 p-5">
      {contact.contactText && <p className="w-full text-m whitespace-pre-line text-t1">{contact.contactText}</p>}
      {!noQr && (
        <figure className="grid justify-items-center gap-3">
          {/* A white quiet zone: phones can't read a code on a dark background. */}
          <img
            src={contact.lineQR}
            alt={t('contact.scan')}
            width={220}
            height={220}
            onError={() => setNoQr(true)}
            className="aspect-square w-[252px] max-w-full rounded-m bg-paper p-4"
          />
          <figcaption className="text-s text-t2">{t('contact.scan')}</figcaption>
        </figure>
      )}
      {contact.lineLink && (
        <ButtonAnchor block variant="secondary" icon="external" href={contact.lineLink}>
          {t('contact.open', { name: contact.lineName }).trim()}
        </ButtonAnchor>
      )}
    </section>
  );
}
