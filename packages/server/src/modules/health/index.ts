export type { Finding, Probe } from './examine.ts';
export { backupProbe, certificateProbe } from './guard-probes.ts';
export { readDatabaseSpace, readLastBackup } from './guard-readings.ts';
export { calledProbe, discordProbe, signInProbe } from './outside-probes.ts';
export { type HealthDeps, healthHandlers } from './routes.ts';
export { clockProbe, databaseProbe, nodesProbe, redisProbe } from './store-probes.ts';
export { filesProbe, ledgerProbe, queueProbe } from './work-probes.ts';
