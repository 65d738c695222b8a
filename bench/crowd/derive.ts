import { type CostName, costOfDay, type MeasuredCosts, tableGrowthOfDay } from './costs.ts';
import type { DayAction } from './day-action.ts';
import type { Habits, Limits } from './settings.ts';

const SECONDS_PER_HOUR = 3_600;
const DAYS_PER_YEAR = 365;
const GIGABYTE = 1e9;
/** Connections of a process that are not of its pool while no pooler is in between: the one that listens. */
const LISTENING_CONNECTIONS = 1;

/** What needs are derived from. */
export interface Basis {
  readonly day: readonly DayAction[];
  readonly habits: Habits;
  readonly limits: Limits;
  readonly costs: MeasuredCosts;
}

/** What a number of monthly people needs in the busiest minute, and how much it stores. */
export interface Needs {
  readonly people: number;
  readonly peopleOfDay: number;
  readonly sockets: number;
  /** Resident memory that the sockets take in all processes together. */
  readonly socketGigabytes: number;
  /** Actions per second, in an average minute of the busiest hour and in the busiest minute. */
  readonly actionsInHour: number;
  readonly actionsInMinute: number;
  /** Main threads that the work alone would fill, without hints and presence. */
  readonly mainThreads: number;
  /** Processes of the program; infinite when no number of them is enough. */
  readonly processes: number;
  /** Processes that presence needs as well, so that it is told without falling behind. */
  readonly processesForPresence: number;
  /** Cores of the program, of which `coreShare` is used. */
  readonly programCores: number;
  /** Share of a process's main thread that hints of the other processes take. */
  readonly hintShare: number;
  /** Share of a main thread that presence would take without its bound, among as many processes as work and sockets need. */
  readonly presenceShare: number;
  /** Cores of the one PostgreSQL, of which `coreShare` is used. */
  readonly databaseCores: number;
  /** Cores of the primary when replicas answer all that may be late. */
  readonly primaryCores: number;
  /** Share of a core that Redis takes. */
  readonly redisShare: number;
  /** Connections without a pooler, of processes that have a whole pool each. */
  readonly connections: number;
  /** Connections that go around a pooler. */
  readonly directConnections: number;
  readonly noticesPerSecond: number;
  readonly walMegabytesPerSecond: number;
  readonly walGigabytesPerDay: number;
  readonly databaseGigabytesPerYear: number;
  readonly largestTable: string;
  readonly largestTableGigabytesPerYear: number;
  readonly fileGigabytesPerYear: number;
  /** Bodies of HTTP alone: neither headers nor what goes over sockets. */
  readonly sentMegabitsPerSecond: number;
}

/** Work of the main threads in a second of the busiest minute, in ms. */
interface MainThreadWork {
  /** Work that is divided among the processes. */
  readonly divided: number;
  /** Work of hints in each process other than the one that acts. */
  readonly hints: number;
  /** Work of presence of all processes together, without its bound. */
  readonly presence: number;
}

/** The smallest number of processes whose main threads do the work and hold the sockets. */
function countProcesses(work: MainThreadWork, sockets: number, limits: Limits): number {
  const capacity = limits.coreShare * 1_000;
  const presenceBound = limits.presenceShare * 1_000;
  const solve = (divided: number, capacityOfOne: number) => {
    // The work of hints grows with the other processes: n × capacity ≥ divided + hints × (n − 1).
    const rest = capacityOfOne - work.hints;
    return rest <= 0 ? Number.POSITIVE_INFINITY : Math.ceil((divided - work.hints) / rest);
  };
  const unbounded = solve(work.divided + work.presence, capacity);
  // Presence falls behind rather than take more than its bound.
  const isBounded = work.presence > presenceBound * unbounded || !Number.isFinite(unbounded);
  const byWork = isBounded ? solve(work.divided, capacity - presenceBound) : unbounded;
  return Math.max(1, byWork, Math.ceil(sockets / limits.socketsPerProcess));
}

/** What is stored and sent by the actions of a number of people. */
function deriveBytes(peopleOfDay: number, daysPerSecond: number, { day, costs }: Basis) {
  const tables = tableGrowthOfDay(day, costs);
  const [largestTable, largestTableBytes] = tables[0] ?? ['', 0];
  const walBytes = costOfDay(day, costs, 'walBytes');
  const gigabytesPerYear = (bytes: number) => (peopleOfDay * bytes * DAYS_PER_YEAR) / GIGABYTE;
  return {
    walMegabytesPerSecond: (daysPerSecond * walBytes) / 1e6,
    walGigabytesPerDay: (peopleOfDay * walBytes) / GIGABYTE,
    databaseGigabytesPerYear: gigabytesPerYear(tables.reduce((sum, [, bytes]) => sum + bytes, 0)),
    largestTable,
    largestTableGigabytesPerYear: gigabytesPerYear(largestTableBytes),
    fileGigabytesPerYear: gigabytesPerYear(costOfDay(day, costs, 'fileBytes')),
    sentMegabitsPerSecond: (daysPerSecond * costOfDay(day, costs, 'sentBytes') * 8) / 1e6,
  };
}

/** The processes for an amount of work, and what takes their time. */
function deriveProgram(work: MainThreadWork, threadMs: number, sockets: number, limits: Limits) {
  const processes = countProcesses(work, sockets, limits);
  const presenceBound = limits.presenceShare * 1_000;
  const presenceMs = Math.min(work.presence, processes * presenceBound);
  const mainMs = work.divided + work.hints * (processes - 1) + presenceMs;
  const withoutHints = countProcesses({ ...work, hints: 0 }, sockets, limits);
  return {
    mainThreads: work.divided / 1_000 / limits.coreShare,
    processes,
    processesForPresence: Math.max(processes, Math.ceil(work.presence / presenceBound)),
    programCores: (mainMs + threadMs) / 1_000 / limits.coreShare,
    hintShare: processes > 1 ? (work.hints * (1 - 1 / processes)) / 1_000 : 0,
    presenceShare: work.presence / withoutHints / 1_000,
    connections: processes * (limits.poolPerProcess + LISTENING_CONNECTIONS),
    directConnections: processes * limits.directPerProcess,
  };
}

/** Derives what a number of monthly people needs from the costs of their actions. */
export function deriveNeeds(people: number, basis: Basis): Needs {
  const { day, habits, limits, costs } = basis;
  const peopleOfDay = people * habits.dailyShare;
  const sockets = peopleOfDay * habits.onlineShare;
  // What a second costs is what a person's day costs, times the days that the second is worth.
  const daysInHour = (peopleOfDay * habits.busiestHourShare) / SECONDS_PER_HOUR;
  const daysPerSecond = daysInHour * habits.minutePeak;
  const actionsOfDay = day.reduce((sum, { perDay }) => sum + perDay, 0);
  const perSecond = (name: CostName, rows = day) => daysPerSecond * costOfDay(rows, costs, name);
  const work: MainThreadWork = {
    divided: perSecond('mainMs') + sockets * costs.socket.msPerSecond,
    hints: perSecond('hintMs'),
    presence: daysPerSecond * habits.toldVisits * sockets * costs.socket.presenceMs,
  };
  const promptDay = day.filter(({ isLate }) => !isLate);
  return {
    people,
    peopleOfDay,
    sockets,
    socketGigabytes: (sockets * costs.socket.residentBytes) / GIGABYTE,
    actionsInHour: daysInHour * actionsOfDay,
    actionsInMinute: daysPerSecond * actionsOfDay,
    ...deriveProgram(work, perSecond('threadMs'), sockets, limits),
    databaseCores: perSecond('databaseMs') / 1_000 / limits.coreShare,
    primaryCores: perSecond('databaseMs', promptDay) / 1_000 / limits.coreShare,
    redisShare: perSecond('redisMs') / 1_000,
    noticesPerSecond: perSecond('notices'),
    ...deriveBytes(peopleOfDay, daysPerSecond, basis),
  };
}
