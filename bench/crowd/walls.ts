import { type Basis, deriveNeeds, type Needs } from './derive.ts';

/** Something that ends the growth unless the remedy is taken. */
interface Wall {
  readonly name: string;
  /** What to do there, and whether the product has it. */
  readonly remedy: string;
  /** Need ÷ what there is at most; from 1 on the wall is reached. */
  used(needs: Needs, basis: Basis): number;
}

/** All walls that the costs say something about. */
const walls: readonly Wall[] = [
  {
    name: 'the main thread of one process',
    remedy: '`PROCESSES`, or more nodes: built',
    used: ({ mainThreads }) => mainThreads,
  },
  {
    name: 'sockets of one process',
    remedy: '`PROCESSES`, or more nodes: built',
    used: ({ sockets }, { limits }) => sockets / limits.socketsPerProcess,
  },
  {
    name: 'connections of one PostgreSQL, by nodes with a pool each',
    remedy: 'PgBouncer for the pools: built',
    used: ({ connections }, { limits }) => connections / limits.connections,
  },
  {
    name: 'connections that go around PgBouncer',
    remedy: 'fewer of them in a process, or one process that listens for a machine: not built',
    used: ({ directConnections }, { limits }) => directConnections / limits.connections,
  },
  {
    name: 'presence told to everybody online',
    remedy:
      'more processes than the work needs, for a while; telling only those who have the person on screen: not built',
    used: ({ presenceShare }, { limits }) => presenceShare / limits.presenceShare,
  },
  {
    name: 'hints that each process hears from all others',
    remedy: 'hints sent only to the processes that they concern: not built',
    used: ({ hintShare }, { limits }) => hintShare / limits.coreShare,
  },
  {
    name: 'commits with a notice (`NOTIFY`), one after the other',
    remedy: 'notices by Redis, or gathered into fewer commits: not built',
    used: ({ noticesPerSecond }, { costs }) => noticesPerSecond / costs.noticeCommits,
  },
  {
    name: 'cores of one PostgreSQL, without replicas',
    remedy: '`DATABASE_READ_URL` with replicas: built',
    used: ({ databaseCores }, { limits }) => databaseCores / limits.databaseCores,
  },
  {
    name: 'cores of the primary, with replicas',
    remedy: 'dividing people among several primaries (sharding): not built',
    used: ({ primaryCores }, { limits }) => primaryCores / limits.databaseCores,
  },
  {
    name: 'WAL of the primary',
    remedy: 'a faster line to the standbys, then several primaries: not built',
    used: ({ walMegabytesPerSecond }, { limits }) => walMegabytesPerSecond / limits.walMegabytes,
  },
  {
    name: 'a year of the largest table',
    remedy: 'measured up to 18 GB; partitions are not built',
    used: ({ largestTableGigabytesPerYear }, { limits }) =>
      largestTableGigabytesPerYear / limits.tableGigabytes,
  },
  {
    name: 'the one thread of Redis',
    remedy: 'a Redis for limits and one for hints: not built',
    used: ({ redisShare }, { limits }) => redisShare / limits.coreShare,
  },
];

/** A wall with the number of monthly people at which it is reached. */
export interface ReachedWall {
  readonly name: string;
  readonly remedy: string;
  readonly people: number;
}

/** Largest number of people that is tried. */
const MAX_PEOPLE = 1e10;
/** Each number of people that is tried ÷ the one before. */
const STEP_FACTOR = 1.005;
/** Upper number of people ÷ lower one at which a wall has been found well enough. */
const PRECISION = 1.0001;

const isReached = (wall: Wall, needs: Needs, basis: Basis) => wall.used(needs, basis) >= 1;

/**
 * Tries numbers of people in small steps from below and returns the first one at which each wall is reached. What is
 * used of a process falls with each process that is added, so that a wall may be left behind and reached again.
 */
function findFirstSteps(basis: Basis): ReadonlyMap<Wall, number> {
  const firstSteps = new Map<Wall, number>();
  for (let people = 1; people <= MAX_PEOPLE; people *= STEP_FACTOR) {
    const needs = deriveNeeds(people, basis);
    for (const wall of walls)
      if (!firstSteps.has(wall) && isReached(wall, needs, basis)) firstSteps.set(wall, people);
    if (firstSteps.size === walls.length) break;
  }
  return firstSteps;
}

/** The number of monthly people at which a wall is first reached, between a step and the one before it. */
function refineStep(wall: Wall, step: number, basis: Basis): number {
  let [below, above] = [step / STEP_FACTOR, step];
  while (above / below > PRECISION) {
    const middle = Math.sqrt(below * above);
    if (isReached(wall, deriveNeeds(middle, basis), basis)) above = middle;
    else below = middle;
  }
  return above;
}

/** All walls in the order in which a growing number of people reaches them; infinite for those that it never reaches. */
export function orderWalls(basis: Basis): ReachedWall[] {
  const firstSteps = findFirstSteps(basis);
  const peopleAt = (wall: Wall) => {
    const step = firstSteps.get(wall);
    return step === undefined ? Number.POSITIVE_INFINITY : refineStep(wall, step, basis);
  };
  return walls
    .map((wall) => ({ name: wall.name, remedy: wall.remedy, people: peopleAt(wall) }))
    .toSorted((a, b) => a.people - b.people);
}
