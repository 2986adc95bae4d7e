import { useState } from 'react';
import { useAmount } from '@/shared/hooks/use-amount';
import { AmountField } from '@/shared/ui/amount-field';
import { Checkbox, Field, PasswordField, SelectField } from '@/shared/ui/field';
import { OtpInput } from '@/shared/ui/otp-input';
import { PasswordStrength } from '@/shared/ui/password-strength';
import { PhoneField } from '@/shared/ui/phone-field';
import type { Parts } from './parts';

function Amount({ start }: { start: string }) {
  const entry = useAmount({
    start,
    min: 100,
    early: ['minimum'],
    say: () => 'At least ฿100.00',
  });
  return <AmountField label="Amount" large entry={entry} hint="Wallet ฿1,250.50" />;
}

function Code({ start, error }: { start: string; error?: string }) {
  const [code, setCode] = useState(start);
  return <OtpInput label="Code" value={code} error={error} disabled={false} onChange={setCode} />;
}

const BANKS = ['Bank', 'Kasikornbank', 'Bangkok Bank'].map((bank) => <option key={bank}>{bank}</option>);

/** Form fields. */
export const FIELDS: Parts = {
  field: {
    empty: <Field label="Name" />,
    filled: <Field label="Name" defaultValue="SOMYING JAIDEE" hint="As in your bank book" />,
    wrong: <Field label="Name" defaultValue="S0MYING" error="Letters only" hint="As in your bank book" />,
    'read only': <Field label="Member" defaultValue="krp000001" readOnly />,
    'a password': <PasswordField label="Password" defaultValue="password1" />,
    'a choice': <SelectField label="Bank">{BANKS}</SelectField>,
    'no choice made': (
      <SelectField label="Bank, missing" error="Choose your bank">
        {BANKS}
      </SelectField>
    ),
    'a tick': <Checkbox label="Remember me" defaultChecked />,
  },
  'amount-field': { fine: <Amount start="1250.5" />, 'too little': <Amount start="20" />, empty: <Amount start="" /> },
  'phone-field': {
    fine: <PhoneField label="Phone" value="0812345678" onType={() => undefined} />,
    wrong: <PhoneField label="Phone, wrong" value="08123" onType={() => undefined} error="A digit is missing" />,
  },
  'otp-input': { 'half typed, and wrong': <Code start="123" error="Wrong code" /> },
  'password-strength': {
    'each strength': (
      <div className="grid grid-cols-1 gap-6">
        <PasswordStrength password="short" />
        <PasswordStrength password="river-nine" />
        <PasswordStrength password="seven quiet rivers of June 42" />
      </div>
    ),
  },
};
