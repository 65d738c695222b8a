export { diagnoseYoti } from './diagnose.ts';
export { readNotificationPublicKey, readServicePrivateKey } from './keys.ts';
export { createYotiAgeChecks, type YotiDeps } from './yoti-age-checks.ts';
