import { useState } from 'react';
import { errorText } from '@/shared/api/error-text';
import type { SpinSetup } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { promiseOf } from '../proof';
import { useRotate } from '../queries';
import { isClientSeed } from '../rules';
import { Fact } from './fact';

/**
 * The seed of the next draws: its fingerprint, the member's own part of it, and its replacement. The next seed's
 * fingerprint is shown before the member chooses its part, and is compared with the seed that comes.
 */
export function SeedInUse({ proof }: { proof: SpinSetup['proof'] }) {
  const { t } = useI18n();
  const [typed, setTyped] = useState<string>();
  const [broken, setBroken] = useState(false);
  const rotate = useRotate();
  const own = typed ?? proof.clientSeed;
  const right = isClientSeed(own);

  function submit() {
    if (!right) return;
    rotate.mutate(own === proof.clientSeed ? undefined : own, {
      onSuccess: (rotated) => {
        // The member may have typed the part for the next seed before this answer.
        setTyped((now) => (now === typed ? undefined : now));
        const promise = promiseOf(proof, rotated);
        if (promise === 'broken') setBroken(true);
        else notify.success(t(promise === 'kept' ? 'proof.kept' : 'proof.rotated'));
      },
    });
  }

  return (
    <section className="grid gap-3" aria-labelledby="in-use">
      <h3 id="in-use" className="text-m font-semibold">
        {t('proof.now')}
      </h3>
      <Fact name={t('proof.hash')} value={proof.seedHash} />
      <Fact name={t('proof.nextHash')} value={proof.nextHash} />
      <p className="text-s text-t2 tabular-nums">{t('proof.next', { nonce: proof.nextNonce })}</p>
      <Field
        label={t('proof.client')}
        value={own}
        maxLength={64}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        hint={t('proof.clientHint')}
        error={right ? undefined : t('proof.clientHint')}
      />
      {broken && <Notice tone="error">{t('proof.broken')}</Notice>}
      {rotate.isError && <Notice tone="error">{errorText(rotate.error)}</Notice>}
      <Button variant="secondary" size="s" icon="refresh" pending={rotate.isPending} disabled={!right} onClick={submit}>
        {t('proof.rotate')}
      </Button>
    </section>
  );
}
