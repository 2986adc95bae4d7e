import { useState } from 'react';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { upperCased } from '@/shared/lib/upper-case';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';

/** Finds a promotion by its code, written in capitals while it is typed (SPEC.md §2). */
export function Code() {
  const { t } = useI18n();
  const sheet = useSheet();
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const wanted = code.trim();
  return (
    <form
      // Our own message for an empty field, in the member's language.
      noValidate
      className="grid grid-cols-[1fr_auto] items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (wanted) sheet.open('promotion', { code: wanted });
      }}
    >
      <Field
        label={t('bonus.code')}
        required
        value={code}
        onChange={(event) => setCode(upperCased(event))}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={40}
        error={asked && !wanted ? t('bonus.codeFirst') : undefined}
      />
      {/* Aligned with the input's box; its label is above the box. */}
      <div className="pt-7.5">
        <Button type="submit" variant="secondary">
          {t('bonus.search')}
        </Button>
      </div>
    </form>
  );
}
