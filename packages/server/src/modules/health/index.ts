export { archiveProblem } from './archive-problem.ts';
export { backupProbe, certificateProbe } from './backup-and-certificate-probes.ts';
export {
  type ArchiveFacts,
  readArchive,
  readDatabaseSpace,
  readLastBackup,
} from './database-status-queries.ts';
export { discordProbe, lastCallsProbe, signInProbe } from './external-service-probes.ts';
export { clockProbe, databaseProbe, nodesProbe, redisProbe } from './infrastructure-probes.ts';
export type { Probe, ProbeResult } from './run-probes.ts';
export { filesProbe, ledgerProbe, queueProbe } from './workload-probes.ts';
