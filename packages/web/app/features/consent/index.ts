export { ConsentChoice } from './consent-choice.tsx';
export { LazyConsentBanner } from './lazy-consent-banner.tsx';
