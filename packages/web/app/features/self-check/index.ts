export { SelfCheckSkeleton } from './self-check-frame.tsx';
export { SelfCheckPage } from './self-check-page.tsx';
