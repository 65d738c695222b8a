/** Histogram buckets in seconds, for operations that a person waits for. */
const interactiveBucketsSeconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;
/** Histogram buckets in seconds, for background work. */
const backgroundBucketsSeconds = [0.01, 0.05, 0.25, 1, 5, 30, 120] as const;

/**
 * All metrics of Guilda with their descriptions (docs/operations.md, Monitoring). The Prometheus library adds metrics
 * of the process, the event loop and garbage collection under `process_` and `nodejs_`.
 */
export const metricList = {
  guilda_http_requests_total: {
    kind: 'counter',
    labels: ['method', 'route', 'status'],
    about: 'Answers by route pattern; `status` is `2xx` to `5xx`, with `503` by itself',
  },
  guilda_http_request_seconds: {
    kind: 'histogram',
    labels: ['method', 'route'],
    buckets: interactiveBucketsSeconds,
    about: 'Time from a request to the end of its answer',
  },
  guilda_sockets: {
    kind: 'gauge',
    labels: ['state'],
    about:
      'Sockets of this process: `open`, of those `registered`, and besides them `anonymous` connections, before a person signs in on them',
  },
  guilda_socket_memory_bytes: {
    kind: 'gauge',
    labels: [],
    about: 'What connections keep in memory, by estimate: half-arrived, being worked on, unread',
  },
  guilda_socket_cuts_total: {
    kind: 'counter',
    labels: ['reason'],
    about:
      'Connections that were cut: `binary`, `size`, `flood`, `memory` (half-arrived or unread), `slow`, `crowded` (the oldest of an address or of all made room), `replaced` by the same client',
  },
  guilda_socket_events_total: {
    kind: 'counter',
    labels: ['event', 'outcome'],
    about: 'Events of clients; `outcome` is `ok`, `refused`, `unavailable` or `failed` (a bug)',
  },
  guilda_socket_event_seconds: {
    kind: 'histogram',
    labels: ['event'],
    buckets: interactiveBucketsSeconds,
    about: 'Time from an event to its acknowledgement',
  },
  guilda_messages_stored_total: {
    kind: 'counter',
    labels: [],
    about: 'Messages that people sent and this process stored',
  },
  guilda_jobs: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: ['state'],
    about: 'Jobs of all processes: `waiting` for their time, `due`, `running`, `failed` for good',
  },
  guilda_jobs_oldest_due_seconds: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: [],
    about: 'How long the oldest due job has waited, over all processes',
  },
  guilda_job_runs_total: {
    kind: 'counter',
    labels: ['task', 'outcome'],
    about: 'Runs of jobs; `outcome` is `ok`, `retry` or `failed` for good',
  },
  guilda_job_seconds: {
    kind: 'histogram',
    labels: ['task'],
    buckets: backgroundBucketsSeconds,
    about: 'Time a job ran',
  },
  guilda_database_connections: {
    kind: 'gauge',
    labels: ['state'],
    about:
      'Connections of this process to `DATABASE_URL`: `used`, `idle`; and who is `waiting` for one',
  },
  guilda_database_failures_total: {
    kind: 'counter',
    labels: ['kind'],
    about:
      'Statements that failed: `unavailable`, `conflict`, `constraint` (often meant so) or `error`',
  },
  guilda_redis_up: {
    kind: 'gauge',
    ofProcesses: 'min',
    labels: [],
    about: '1 while Redis answers this process; absent without Redis',
  },
  guilda_rate_limited_total: {
    kind: 'counter',
    labels: ['limit'],
    about: 'Refusals by a limit',
  },
  guilda_order_steps_total: {
    kind: 'counter',
    labels: ['from', 'to'],
    about: 'Orders that came from one state to another',
  },
  guilda_webhooks_total: {
    kind: 'counter',
    labels: ['of', 'outcome'],
    about: 'Webhooks of providers, by what they came to or why they were refused',
  },
  guilda_refunds: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: ['state'],
    about: 'Money on its way back, over all processes: `pending`, `failed`',
  },
  guilda_ledger_sum_centavos: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: [],
    about: 'Sum of all entries of the ledger: 0, or money was made or lost',
  },
  guilda_ledger_summed_timestamp_seconds: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: [],
    about: 'When the ledger was last summed',
  },
  guilda_backup_timestamp_seconds: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: [],
    about: 'When the newest backup was made, wherever it went; 0 before the first in production',
  },
  guilda_cluster_backup_timestamp_seconds: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: [],
    about:
      'When pgBackRest made the newest backup of the cluster; 0 before the first, absent while the database does not archive',
  },
  guilda_wal_archived_timestamp_seconds: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: [],
    about:
      'When the newest WAL file was archived; 0 before the first, absent while the database does not archive',
  },
  guilda_wal_archive_failures: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: [],
    about: 'Attempts to archive a WAL file that failed, since the statistics of the database began',
  },
  guilda_disk_free_bytes: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: ['volume'],
    about:
      'Free bytes of the volume that uploads go to (`files`) and of the `database`’s, where the process can know it',
  },
  guilda_certificate_timestamp_seconds: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: ['edge'],
    about:
      'Since when (`from`) and `until` when the certificate of `PUBLIC_URL` is good; absent in demo mode and while it cannot be reached',
  },
  guilda_calls_total: {
    kind: 'counter',
    labels: ['service', 'call', 'outcome'],
    about: 'Calls to services of others; `outcome` is `ok`, `refused` or `failed`',
  },
  guilda_call_seconds: {
    kind: 'histogram',
    labels: ['service'],
    buckets: backgroundBucketsSeconds,
    about: 'Time such a call took',
  },
  guilda_ready: {
    kind: 'gauge',
    labels: [],
    about: '1 while this process takes work: neither starting nor on its way out',
  },
  guilda_build_info: {
    kind: 'gauge',
    ofProcesses: 'first',
    labels: ['version', 'commit', 'node'],
    about: '1; which build runs, on which Node',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

interface MetricDefinition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  /** How a gauge is combined over the processes of one node (`PROCESSES`); the sum by default. */
  readonly ofProcesses?: 'sum' | 'first' | 'min';
  /** Buckets of a histogram, in seconds. */
  readonly buckets?: readonly number[];
  /** Description of the metric, which Prometheus shows. */
  readonly about: string;
}

export type Metric = keyof typeof metricList;

/** An object with all labels of a metric. */
export type MetricLabels<M extends Metric> = Readonly<
  Record<(typeof metricList)[M]['labels'][number], string>
>;
