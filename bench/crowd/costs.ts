import type { ActionName } from '../mixed/actions.ts';
import type { DayAction } from './day-action.ts';

/** What one action costs, measured alone. Times are processor time in ms. */
export interface ActionCost {
  /** Of the program's main thread. */
  readonly mainMs: number;
  /** Of the program's other threads: rendering, pictures, files, garbage. */
  readonly threadMs: number;
  readonly databaseMs: number;
  readonly redisMs: number;
  /** Of a second process of the program, which only hears of the action. */
  readonly hintMs: number;
  /** Notices (`NOTIFY`) that PostgreSQL sends. */
  readonly notices: number;
  readonly walBytes: number;
  /** Growth of each table with its indexes. */
  readonly tableBytes: Readonly<Record<string, number>>;
  /** Growth of the folder of files. */
  readonly fileBytes: number;
  /** Bytes of bodies that the program sent. */
  readonly sentBytes: number;
}

/** What a socket costs that is held open. */
export interface SocketCost {
  readonly heapBytes: number;
  readonly residentBytes: number;
  /** Processor ms of the main thread in a second. */
  readonly msPerSecond: number;
  /** Processor ms of the main thread to tell one socket that somebody came and went. */
  readonly presenceMs: number;
}

export interface MeasuredCosts {
  readonly actions: Readonly<Partial<Record<ActionName, ActionCost>>>;
  readonly socket: SocketCost;
  /** Commits with a notice that PostgreSQL takes in a second, since each holds a lock that all of them share. */
  readonly noticeCommits: number;
  /** The same commits without a notice. */
  readonly plainCommits: number;
}

/** Names of the costs that are plain numbers. */
export type CostName = Exclude<keyof ActionCost, 'tableBytes'>;

/** Throws unless each action that the day has was measured. */
export function requireCosts(day: readonly DayAction[], { actions }: MeasuredCosts): void {
  const missing = day.filter(({ action, perDay }) => perDay > 0 && !actions[action]);
  const names = missing.map(({ action }) => action).join(', ');
  if (names !== '') throw new Error(`BENCH_CROWD_COSTS: costs of ${names} are missing`);
}

/** What one day of one person costs in all. */
export const costOfDay = (
  day: readonly DayAction[],
  { actions }: MeasuredCosts,
  name: CostName,
): number =>
  day.reduce((sum, { action, perDay }) => sum + perDay * (actions[action]?.[name] ?? 0), 0);

/** Growth of each table by one day of one person, in bytes, largest first. */
export function tableGrowthOfDay(
  day: readonly DayAction[],
  { actions }: MeasuredCosts,
): readonly (readonly [table: string, bytes: number])[] {
  const bytesByTable = new Map<string, number>();
  for (const { action, perDay } of day) {
    for (const [table, bytes] of Object.entries(actions[action]?.tableBytes ?? {}))
      bytesByTable.set(table, (bytesByTable.get(table) ?? 0) + perDay * bytes);
  }
  return [...bytesByTable].toSorted(([, a], [, b]) => b - a);
}
