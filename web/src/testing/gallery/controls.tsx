import { useState } from 'react';
import { AmountButtons } from '@/shared/ui/amount-buttons';
import { Button, ButtonAnchor, ButtonLink, IconButton } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { LanguageMenu } from '@/shared/ui/language-menu';
import { Pager } from '@/shared/ui/pager';
import { RowButton } from '@/shared/ui/row-button';
import { Tabs } from '@/shared/ui/tabs';
import type { Parts } from './parts';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'link'] as const;
const WAYS = [
  { name: 'bank', text: 'Bank', icon: 'bank' },
  { name: 'qr', text: 'QR', icon: 'qr' },
  { name: 'link', text: 'Link', icon: 'link' },
] as const;
const nothing = () => undefined;

function AllTabs() {
  const [chosen, choose] = useState<string>('qr');
  return (
    <Tabs label="Ways" tabs={WAYS} chosen={chosen} onChoose={choose}>
      {chosen}
    </Tabs>
  );
}

function Pages({ first }: { first: number }) {
  const [page, setPage] = useState(first);
  return <Pager page={page} total={100} limit={10} onPage={setPage} />;
}

/** Controls for taps. */
export const CONTROLS: Parts = {
  button: {
    ...Object.fromEntries(
      VARIANTS.map((variant) => [
        variant,
        <div key={variant} className="flex flex-wrap gap-3">
          <Button variant={variant}>Deposit</Button>
          <Button variant={variant} icon="down">
            Deposit
          </Button>
          <Button variant={variant} size="s">
            Small
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} pending>
            Pending
          </Button>
        </div>,
      ]),
    ),
    'as wide as its place': <Button block>Transfer ฿1,000,000.00</Button>,
    'a link, a way out': (
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/">Link</ButtonLink>
        <ButtonAnchor href="about:blank" icon="external">
          Out
        </ButtonAnchor>
      </div>
    ),
    'with a sign alone': (
      <div className="flex flex-wrap gap-3">
        <IconButton icon="refresh" label="Refresh" />
        <IconButton icon="copy" tone="gold" label="Copy" />
        <IconButton icon="swap" tone="filled" label="Swap" />
        <IconButton icon="refresh" label="Refreshing" pending />
        <IconButton icon="refresh" label="Disabled" disabled />
      </div>
    ),
  },
  'amount-buttons': {
    'something there': <AmountButtons available={1250.5} onPick={nothing} />,
    'too little for a step': <AmountButtons available={3} step={10} onPick={nothing} />,
  },
  'copy-button': { rest: <CopyButton value="406-812-3456" name="Account" /> },
  'row-button': {
    'one line': <RowButton icon="lock" title="Change password" onClick={nothing} />,
    'two lines': <RowButton icon="shield" title="Play safely" text="Limits, breaks, logins" onClick={nothing} />,
  },
  tabs: { 'one chosen': <AllTabs /> },
  pager: { first: <Pages first={1} />, middle: <Pages first={5} />, last: <Pages first={10} /> },
  'language-menu': { closed: <LanguageMenu /> },
};
