export { PrivacyPage } from './privacy-page.tsx';
export { loadRules, loadRulesInBrowser } from './rules-data.ts';
export { TermsPage } from './terms-page.tsx';
