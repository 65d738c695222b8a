/** Reads a number of the environment. */
function numberSetting(name: string, initial: number): number {
  const value = Number(process.env[name] ?? initial);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number from 0 on`);
  return value;
}

/** Settings of the crowd; `bench/README.md` describes them. */
export const crowdSettings = {
  /** Numbers of monthly people that needs are derived for. */
  people: (process.env['BENCH_CROWD_PEOPLE'] ?? '1000,100000,10000000').split(',').map(Number),
  /** Results of an earlier run whose costs are taken, so that only the replay is measured; empty for none. */
  costsFile: process.env['BENCH_CROWD_COSTS'] ?? '',
  /** Actions per second of the replay; 0 for four fifths of the highest sustained rate. */
  rate: numberSetting('BENCH_CROWD_RATE', 0),
  /** Seconds of the replay after the warm-up. */
  replaySeconds: numberSetting('BENCH_CROWD_SECONDS', 60),
  /** Seconds for which each action is measured alone, after the warm-up. */
  costSeconds: numberSetting('BENCH_CROWD_COST_SECONDS', 5),
  /** Sockets that are held open to measure what one costs. */
  heldSockets: numberSetting('BENCH_CROWD_HELD_SOCKETS', 1_000),
  /** Size of a pack file in MB. */
  fileMegabytes: numberSetting('BENCH_CROWD_FILE_MB', 20),
} as const;

/** How many of a month's people come on a day, and how their day is spread. */
export interface Habits {
  /** Share of the month's people who come on a day. */
  readonly dailyShare: number;
  /** Share of the day's actions that fall into its busiest hour. */
  readonly busiestHourShare: number;
  /** Actions of the busiest minute ÷ those of an average minute of the busiest hour. */
  readonly minutePeak: number;
  /** Share of the day's people with an open socket in the busiest minute. */
  readonly onlineShare: number;
  /** Visits of a person and day that everybody online is told of; whoever returns within 10 s is not. */
  readonly toldVisits: number;
}

export const habits: Habits = {
  dailyShare: numberSetting('BENCH_CROWD_DAILY', 0.2),
  busiestHourShare: numberSetting('BENCH_CROWD_BUSIEST_HOUR', 0.1),
  minutePeak: numberSetting('BENCH_CROWD_MINUTE_PEAK', 1.5),
  onlineShare: numberSetting('BENCH_CROWD_ONLINE', 0.1),
  toldVisits: numberSetting('BENCH_CROWD_TOLD_VISITS', 3),
};

/** How much a part can take, from which the walls are derived. */
export interface Limits {
  /** Share of a core up to which a thread or a server's core is used. */
  readonly coreShare: number;
  readonly socketsPerProcess: number;
  /** Connections of a process to the database: its pool, and those around a pooler (five of the job queue, one that listens). */
  readonly poolPerProcess: number;
  readonly directPerProcess: number;
  /** Connections that one PostgreSQL serves well. */
  readonly connections: number;
  /** Cores of the largest database server. */
  readonly databaseCores: number;
  /** MB of WAL a second that a line to a standby carries. */
  readonly walMegabytes: number;
  /** GB that one table may grow in a year. */
  readonly tableGigabytes: number;
  /** Share of a process's time that presence may take. */
  readonly presenceShare: number;
}

export const machineLimits: Limits = {
  coreShare: 0.8,
  socketsPerProcess: numberSetting('BENCH_CROWD_SOCKETS_PER_PROCESS', 6_000),
  poolPerProcess: numberSetting('BENCH_CROWD_POOL', 20),
  directPerProcess: 6,
  connections: numberSetting('BENCH_CROWD_CONNECTIONS', 300),
  databaseCores: numberSetting('BENCH_CROWD_DATABASE_CORES', 64),
  walMegabytes: numberSetting('BENCH_CROWD_WAL_MB', 100),
  tableGigabytes: numberSetting('BENCH_CROWD_TABLE_GB', 1_000),
  presenceShare: 0.25,
};
