export { LazyAnalyticsTracker } from './lazy-counting.tsx';
