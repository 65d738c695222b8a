import { useIdleComponent } from '../../lib/loading/use-idle-component.ts';
import { useConsent } from '../../lib/session/consent.ts';

const loadConsentBanner = () =>
  import('./consent-banner.tsx').then(({ ConsentBanner }) => ConsentBanner);

/** The consent banner; shown once the browser knows that the question was not answered yet in any tab. */
export function LazyConsentBanner() {
  const isUnanswered = useConsent() === null;
  const Banner = useIdleComponent(loadConsentBanner, isUnanswered);
  return isUnanswered && Banner ? <Banner /> : null;
}
