export { diagnoseYoti } from './diagnose.ts';
export { readNotificationKey, readServiceKey } from './keys.ts';
export { createYotiAgeChecks, type YotiDeps } from './yoti-age-checks.ts';
