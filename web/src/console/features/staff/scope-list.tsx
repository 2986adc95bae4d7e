import { useI18n } from '@/console/i18n';
import type { Scope } from './token-form';

type PartOf<S> = S extends `${infer Part}:${string}` ? Part : never;

/** The parts that a token may call, and what it may do there. */
const PARTS = {
  audit: ['read'],
  brake: ['read', 'decide'],
  chat: ['read', 'decide'],
  content: ['read', 'decide'],
  member: ['read', 'decide'],
  money: ['read', 'decide'],
  notification: ['read'],
  operator: ['read'],
  person: ['read', 'decide'],
  proposal: ['read'],
  quarantine: ['read', 'decide'],
  queue: ['read'],
  risk: ['read'],
  setting: ['read'],
  today: ['read', 'decide'],
  token: ['read'],
  waiting: ['read', 'decide'],
} as const satisfies Record<PartOf<Scope>, readonly ('read' | 'decide')[]>;

/** A box for each. Who only reads is offered no more. */
export function ScopeList({ reads }: { reads: boolean }) {
  const { t } = useI18n();
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-s text-t2">{t('token.scopes')}</legend>
      {(Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => (
        <div key={part} className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1">
          <span>{t(`scope.part.${part}`)}</span>
          <span className="flex gap-4">
            {PARTS[part].map((does) =>
              reads && does === 'decide' ? null : (
                <label key={does} className="target inline-flex cursor-pointer items-center gap-2 text-s">
                  <input type="checkbox" name="scope" value={`${part}:${does}`} className="size-4 accent-gold" />
                  <span className="sr-only">{t(`scope.part.${part}`)}</span> {t(`scope.${does}`)}
                </label>
              ),
            )}
          </span>
        </div>
      ))}
    </fieldset>
  );
}
