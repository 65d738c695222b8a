import type { ActionCost, MeasuredCosts } from './costs.ts';
import type { DayAction } from './day-action.ts';
import type { Needs } from './derive.ts';
import type { Replay } from './replay.ts';
import type { ReachedWall } from './walls.ts';

const countFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Three significant digits; a dash for what is too little to be told from nothing. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'none is enough';
  return Math.abs(value) < 0.001 ? '–' : countFormat.format(value);
}

/** Formats rows as a table of Markdown, which documents take as it is. */
function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const sumOfGrowth = ({ tableBytes }: ActionCost) =>
  Object.values(tableBytes).reduce((sum, bytes) => sum + bytes, 0);

/** The day of a person, with what each action costs. */
export function formatCostTable(day: readonly DayAction[], { actions }: MeasuredCosts): string {
  const head = [
    ...['action', 'a day', 'main thread, ms', 'other threads', 'PostgreSQL', 'Redis'],
    ...['second process', 'notices', 'WAL, KB', 'tables, KB', 'files, KB', 'sent, KB'],
  ];
  const rows = day.flatMap(({ action, what, perDay }) => {
    const cost = actions[action];
    if (!cost) return [];
    const { mainMs, threadMs, databaseMs, redisMs, hintMs, notices, walBytes } = cost;
    const times = [mainMs, threadMs, databaseMs, redisMs, hintMs];
    const kilobytes = [walBytes, sumOfGrowth(cost), cost.fileBytes, cost.sentBytes].map(
      (bytes) => bytes / 1_000,
    );
    const numbers = [perDay, ...times, notices, ...kilobytes].map(formatNumber);
    return [[`\`${action}\`: ${what}`, ...numbers]];
  });
  return formatTable(head, rows);
}

export function formatSourceTable(day: readonly DayAction[]): string {
  const rows = day.map(({ action, perDay, source }) => [`\`${action}\``, `${perDay}`, source]);
  return formatTable(['action', 'a day', 'where the number comes from'], rows);
}

/** The rates that were tried, and the replay beside what the costs predict. */
export function formatReplay({ rates, run, used, comparison, connections }: Replay): string {
  const tried = rates.map(({ rate, overall, byLabel, failed }) => [
    `${rate}/s`,
    `${overall.p99Ms.toFixed(0)} ms`,
    `${(byLabel['typedMessage']?.p99Ms ?? Number.NaN).toFixed(0)} ms`,
    `${failed}`,
  ]);
  const compared = comparison.map(({ name, measured, predicted }) => [
    name,
    formatNumber(measured),
    formatNumber(predicted),
    `${((predicted / measured - 1) * 100).toFixed(0)} %`,
  ]);
  const coresOf = (ms: number) => (ms / 1_000 / used.seconds).toFixed(2);
  return [
    formatTable(['tried', 'p99', 'p99 of messages', 'failed'], tried),
    '',
    `Replayed at ${run.rate}/s for ${used.seconds.toFixed(0)} s: ${run.donePerSecond.toFixed(1)}/s done, ${run.failed} failed, ` +
      `p50 ${run.overall.medianMs.toFixed(1)}, p99 ${run.overall.p99Ms.toFixed(0)} ms. ` +
      `Connections to PostgreSQL: ${connections.open} open, ${connections.active} at work at once. ` +
      `The load itself took ${coresOf(used.cpuMs.load)} cores, the rest of the machine ${coresOf(used.cpuMs.others)}.`,
    '',
    formatTable(['part', 'measured beyond idle', 'predicted', 'difference'], compared),
  ].join('\n');
}

const needRows: readonly (readonly [string, (needs: Needs) => number | string])[] = [
  ['people on a day', ({ peopleOfDay }) => peopleOfDay],
  ['sockets in the busiest minute', ({ sockets }) => sockets],
  ['memory of these sockets, GB', ({ socketGigabytes }) => socketGigabytes],
  ['actions a second, busiest hour', ({ actionsInHour }) => actionsInHour],
  ['actions a second, busiest minute', ({ actionsInMinute }) => actionsInMinute],
  ['main threads for the work alone', ({ mainThreads }) => mainThreads],
  ['processes', ({ processes }) => processes],
  ['processes, with presence in time', ({ processesForPresence }) => processesForPresence],
  ['cores of the program', ({ programCores }) => programCores],
  ['share of a main thread for hints', ({ hintShare }) => hintShare],
  ['share of a main thread that presence wants', ({ presenceShare }) => presenceShare],
  ['cores of PostgreSQL', ({ databaseCores }) => databaseCores],
  ['cores of its primary beside replicas', ({ primaryCores }) => primaryCores],
  ['share of Redis’ core', ({ redisShare }) => redisShare],
  ['connections to PostgreSQL', ({ connections }) => connections],
  ['of them around PgBouncer', ({ directConnections }) => directConnections],
  ['notices a second', ({ noticesPerSecond }) => noticesPerSecond],
  ['WAL, MB a second', ({ walMegabytesPerSecond }) => walMegabytesPerSecond],
  ['WAL, GB a day', ({ walGigabytesPerDay }) => walGigabytesPerDay],
  ['database, GB a year', ({ databaseGigabytesPerYear }) => databaseGigabytesPerYear],
  ['largest table', ({ largestTable }) => `\`${largestTable}\``],
  ['largest table, GB a year', ({ largestTableGigabytesPerYear }) => largestTableGigabytesPerYear],
  ['files, GB a year', ({ fileGigabytesPerYear }) => fileGigabytesPerYear],
  ['sent in bodies, Mbit a second', ({ sentMegabitsPerSecond }) => sentMegabitsPerSecond],
];

/** What each number of people needs. */
export function formatNeeds(needs: readonly Needs[]): string {
  const rows = needRows.map(([name, readValue]) => [
    name,
    ...needs.map((need) => {
      const value = readValue(need);
      return typeof value === 'string' ? value : formatNumber(value);
    }),
  ]);
  return formatTable(
    ['people in a month', ...needs.map(({ people }) => countFormat.format(people))],
    rows,
  );
}

/** The walls in the order in which growth reaches them. */
export function formatWalls(walls: readonly ReachedWall[]): string {
  const rows = walls.map(({ name, people, remedy }) => [
    name,
    Number.isFinite(people) ? countFormat.format(people) : 'never',
    remedy,
  ]);
  return formatTable(['wall', 'people in a month', 'what to do there'], rows);
}
