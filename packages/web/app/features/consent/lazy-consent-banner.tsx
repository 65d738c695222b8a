import { useIdleComponent } from '../../lib/loading/use-idle-component.ts';
import { useConsent } from '../../lib/session/consent.ts';

const loadConsentBanner = () =>
  import('./consent-banner.tsx').then(({ ConsentBanner }) => ConsentBanner);

/** The question, once the browser knows that it was not answered here, in this tab or another. */
export function LazyConsentBanner() {
  const unanswered = useConsent() === null;
  const Banner = useIdleComponent(loadConsentBanner, unanswered);
  return unanswered && Banner ? <Banner /> : null;
}
