import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { LOCALE_NAMES, LOCALES, useI18n } from '@/console/i18n';
import { Icon, type IconName } from '@/console/kit/icon';
import { Kbd } from '@/console/kit/kbd';
import { THEMES } from '@/console/kit/theme';
import { type Section, THEME_FACES } from './sections';
import { useAccount } from './session';

interface Command {
  value: string;
  label: string;
  icon: IconName;
  hint?: string;
  run(): void;
}

interface Commands {
  value: string;
  items: Command[];
}

interface Props {
  /** Where the operator may go. */
  parts: readonly Section[];
  onClose(): void;
  onKeys(): void;
}

/** Every command by its name. What is typed filters them, or is searched for among members; the first that fits is one Enter away. */
export default function Palette({ parts, onClose, onKeys }: Props) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const commands = useCommands(parts, onKeys);
  const search = useSearch(typed.trim());
  const groups = search ? [...commands, search] : commands;
  function run(command: Command) {
    onClose();
    command.run();
  }
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-index-sheet) bg-scrim/60" />
        <Dialog.Popup
          aria-label={t('palette.title')}
          className="fixed inset-x-3 top-[max(12px,12dvh)] z-(--z-index-sheet) mx-auto flex max-h-[70dvh] max-w-[560px] flex-col overflow-hidden rounded-xl border border-line bg-s1 outline-none"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={typed}
            onValueChange={setTyped}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-3 border-b border-line px-4 text-t2">
              <Icon name="search" />
              <Autocomplete.Input
                aria-label={t('palette.placeholder')}
                placeholder={t('palette.placeholder')}
                className="min-w-0 flex-1 bg-transparent py-3.5 text-m text-t1 outline-none placeholder:text-t3"
              />
              <Dialog.Close className="target -mr-2 rounded-s px-2 text-xs hover:text-t1">Esc</Dialog.Close>
            </div>
            <Autocomplete.Empty>
              <p className="px-4 py-6 text-center text-t2">{t('palette.empty')}</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 overflow-y-auto p-2 outline-none data-empty:p-0">
              {(group: Commands) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs text-t3">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.value}
                        value={command}
                        onClick={() => run(command)}
                        className="target flex cursor-pointer items-center gap-3 rounded-m px-2 outline-none select-none data-highlighted:bg-s3"
                      >
                        <span className="text-t2">
                          <Icon name={command.icon} size="s" />
                        </span>
                        <span className="min-w-0 flex-1 truncate">{command.label}</span>
                        {command.hint && <Kbd>{command.hint}</Kbd>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The fewest characters that the server searches members for. */
const SHORTEST_SEARCH = 3;

/** Members are searched for once it is asked for, not with each letter: the audit log has who was found. */
function useSearch(q: string): Commands | undefined {
  const { t } = useI18n();
  const navigate = useNavigate();
  if (q.length < SHORTEST_SEARCH) return undefined;
  return {
    value: t('nav.members'),
    items: [
      {
        value: 'member',
        label: t('palette.member', { q }),
        icon: 'people',
        run: () => void navigate(`/member?${new URLSearchParams({ q })}`),
      },
    ],
  };
}

function useCommands(parts: readonly Section[], onKeys: () => void): Commands[] {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { chooseLocale, chooseTheme, signOut } = useAccount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with the language; what they run does not
  return useMemo(
    () => [
      {
        value: t('palette.go'),
        items: parts.map(({ path, name, icon, letter }) => ({
          value: path,
          label: t(name),
          icon,
          hint: `g ${letter}`,
          run: () => void navigate(path),
        })),
      },
      {
        value: t('palette.do'),
        items: [
          ...THEMES.map((theme) => ({
            value: `theme-${theme}`,
            label: `${t('theme.label')}: ${t(`theme.${theme}`)}`,
            icon: THEME_FACES[theme],
            run: () => chooseTheme(theme),
          })),
          ...LOCALES.map((locale) => ({
            value: `locale-${locale}`,
            label: `${t('language.label')}: ${LOCALE_NAMES[locale]}`,
            icon: 'globe' as const,
            run: () => chooseLocale(locale),
          })),
          { value: 'own', label: t('shell.own'), icon: 'key' as const, run: () => void navigate('/me') },
          { value: 'keys', label: t('keys.title'), icon: 'keyboard' as const, hint: '?', run: onKeys },
          { value: 'out', label: t('shell.signOut'), icon: 'logout' as const, run: signOut },
        ],
      },
    ],
    [t, parts],
  );
}
