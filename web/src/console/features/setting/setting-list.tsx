import { useState } from 'react';
import type { HouseSetting } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Field } from '@/console/kit/field';
import { ListRow } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';

/** What the nodes run with; what they do not have alike stands first. */
export function SettingList({ settings }: { settings: readonly HouseSetting[] }) {
  const { t } = useI18n();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = settings.filter(({ name, doc }) => `${name} ${doc}`.toLowerCase().includes(wanted));
  const rows = [...found.filter(({ differs }) => differs), ...found.filter(({ differs }) => !differs)];
  return (
    <div className="grid gap-2">
      <Field
        label={t('setting.find')}
        name="find"
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoCapitalize="none"
      />
      {rows.length === 0 ? (
        <p className="py-2 text-t2">{t('setting.none')}</p>
      ) : (
        <ul className="grid">
          {rows.map((setting) => (
            <Row key={`${setting.name} ${setting.node}`} {...setting} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ name, value, secret, from, since, node, differs, doc }: HouseSetting) {
  const { t } = useI18n();
  const isSet = value === 'set';
  return (
    <ListRow
      title={
        <>
          <span className="[overflow-wrap:anywhere]">{name}</span>
          {differs && <State tone="coral">{t('setting.differs', { node: node ?? 0 })}</State>}
        </>
      }
    >
      <span className="w-full font-semibold text-t1">{shown()}</span>
      <span className="w-full">{doc}</span>
      <span className="text-t3">{t(`setting.from.${from}`)}</span>
      {since && (
        <span className="text-t3">
          {t('setting.since')} <Moment at={since} />
        </span>
      )}
    </ListRow>
  );

  function shown() {
    if (secret) return t(isSet ? 'setting.set' : 'setting.notSet');
    if (from === 'content') return t('setting.version', { version: value });
    return value || t('setting.empty');
  }
}
