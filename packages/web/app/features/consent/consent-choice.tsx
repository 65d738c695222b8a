import { type AnalyticsConsent, setConsent, useConsent } from '../../lib/session/consent.ts';
import { type CardChoice, ChoiceCards } from '../../ui/forms/choice-cards.tsx';

const consentChoices: readonly CardChoice<AnalyticsConsent>[] = [
  { value: 'accepted', label: 'Aceitar', hint: 'Contamos páginas abertas e o que demora.' },
  { value: 'refused', label: 'Recusar', hint: 'Nada é contado neste navegador.' },
];

/**
 * The consent of this browser, which can be given or withdrawn at any time; a change takes effect at once in all tabs.
 */
export function ConsentChoice() {
  const consent = useConsent();
  return (
    <ChoiceCards
      legend="Contagem de visitas"
      value={consent === 'unknown' ? null : consent}
      onChange={setConsent}
      choices={consentChoices}
    />
  );
}
