export { LazyAnalyticsTracker } from './lazy-analytics-tracker.tsx';
