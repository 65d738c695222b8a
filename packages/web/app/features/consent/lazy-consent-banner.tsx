import { useConsent } from '../../lib/consent.ts';
import { useWhenIdle } from '../../lib/use-when-idle.ts';

const load = () => import('./consent-banner.tsx').then(({ ConsentBanner }) => ConsentBanner);

/** The question, once the browser knows that it was not answered here, in this tab or another. */
export function LazyConsentBanner() {
  const unanswered = useConsent() === null;
  const Banner = useWhenIdle(load, unanswered);
  return unanswered && Banner ? <Banner /> : null;
}
