import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx';
import { chooseTheme, useThemeChoice } from '../shell/index.ts';
import { SettingsSection } from './settings-section.tsx';

const themeChoices = [
  {
    value: 'system',
    label: 'Do sistema',
    hint: 'Muda junto com o aparelho.',
    icon: <SunMoon className="icon" aria-hidden="true" />,
  },
  {
    value: 'mesa',
    label: 'Escuro',
    hint: 'Fundo verde-escuro.',
    icon: <Moon className="icon" aria-hidden="true" />,
  },
  {
    value: 'papel',
    label: 'Claro',
    hint: 'Fundo claro.',
    icon: <Sun className="icon" aria-hidden="true" />,
  },
] as const;

/** Section to choose the theme of this device. */
export function AppearanceSection() {
  const choice = useThemeChoice();
  return (
    <SettingsSection id="aparencia" title="Aparência">
      <ChoiceCards
        legend="Tema"
        value={choice ?? 'system'}
        onChange={(value) => chooseTheme(value === 'system' ? null : value)}
        choices={themeChoices}
      />
    </SettingsSection>
  );
}
