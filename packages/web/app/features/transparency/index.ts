export { loadTransparency, loadTransparencyInBrowser } from './load-transparency.ts';
export { TransparencyPage } from './transparency-page.tsx';
