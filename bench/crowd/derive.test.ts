import { describe, expect, it } from 'vitest';
import { type ActionCost, requireCosts } from './costs.ts';
import { changeDay } from './day.ts';
import type { DayAction } from './day-action.ts';
import { type Basis, deriveNeeds } from './derive.ts';
import { orderWalls } from './walls.ts';

const noCost: ActionCost = {
  mainMs: 0,
  threadMs: 0,
  databaseMs: 0,
  redisMs: 0,
  hintMs: 0,
  notices: 0,
  walBytes: 0,
  tableBytes: {},
  fileBytes: 0,
  sentBytes: 0,
};

const dayAction = (action: DayAction['action'], perDay: number, isLate = false): DayAction => ({
  action,
  perDay,
  isLate,
  what: action,
  source: 'test',
  costRate: 1,
});

/** A day of eight reads, two messages and a visit, with costs that give round numbers. */
const basis: Basis = {
  day: [dayAction('feed', 8, true), dayAction('message', 2), dayAction('openSocket', 1)],
  habits: {
    dailyShare: 0.5,
    busiestHourShare: 0.1,
    minutePeak: 2,
    onlineShare: 0.1,
    toldVisits: 1,
  },
  limits: {
    coreShare: 0.8,
    socketsPerProcess: 10_000,
    poolPerProcess: 20,
    directPerProcess: 6,
    connections: 300,
    databaseCores: 64,
    walMegabytes: 100,
    tableGigabytes: 1_000,
    presenceShare: 0.25,
  },
  costs: {
    actions: {
      feed: { ...noCost, mainMs: 1, databaseMs: 0.5, sentBytes: 1_000 },
      message: {
        ...noCost,
        mainMs: 1,
        databaseMs: 2,
        redisMs: 0.1,
        walBytes: 1_000,
        notices: 1,
        tableBytes: { messages: 400, inboxes: 100 },
      },
      openSocket: { ...noCost, mainMs: 1, fileBytes: 10 },
    },
    socket: { heapBytes: 0, residentBytes: 0, msPerSecond: 0, presenceMs: 0 },
    noticeCommits: 1_000,
    plainCommits: 5_000,
  },
};

const withMessage = (changes: Partial<ActionCost>): Basis => {
  const { message = noCost } = basis.costs.actions;
  const actions = { ...basis.costs.actions, message: { ...message, ...changes } };
  return { ...basis, costs: { ...basis.costs, actions } };
};
const withSocket = (changes: Partial<Basis['costs']['socket']>): Basis => ({
  ...basis,
  costs: { ...basis.costs, socket: { ...basis.costs.socket, ...changes } },
});

describe('what a number of people needs', () => {
  // 720,000 people of a month: 360,000 of a day, of whose days 36,000 fall into an hour of 3,600 s.
  const needs = deriveNeeds(720_000, basis);

  it('counts people, sockets and actions', () => {
    expect(needs).toMatchObject({
      peopleOfDay: 360_000,
      sockets: 36_000,
      actionsInHour: 110,
      actionsInMinute: 220,
    });
  });

  it('counts processes by sockets where their work is small', () => {
    expect(needs.processes).toBe(4);
    expect(needs.connections).toBe(4 * 21);
    expect(needs.directConnections).toBe(4 * 6);
  });

  it('counts processes by work, four fifths of a core each', () => {
    const busy = deriveNeeds(720_000, withMessage({ mainMs: 100 }));
    // 20 days a second × (8 + 200 + 1) ms = 4,180 ms.
    expect(busy.processes).toBe(6);
    expect(busy.programCores).toBeCloseTo(4.18 / 0.8);
  });

  it('counts cores of PostgreSQL, with and without replicas', () => {
    // 20 days a second × (8 × 0.5 + 2 × 2) ms = 160 ms, of which 80 ms may be late.
    expect(needs.databaseCores).toBeCloseTo(0.16 / 0.8);
    expect(needs.primaryCores).toBeCloseTo(0.08 / 0.8);
  });

  it('counts what is stored and sent', () => {
    expect(needs.walGigabytesPerDay).toBeCloseTo(0.72);
    expect(needs.walMegabytesPerSecond).toBeCloseTo(0.04);
    expect(needs.databaseGigabytesPerYear).toBeCloseTo((360_000 * 1_000 * 365) / 1e9);
    expect(needs.largestTable).toBe('messages');
    expect(needs.largestTableGigabytesPerYear).toBeCloseTo((360_000 * 800 * 365) / 1e9);
    expect(needs.fileGigabytesPerYear).toBeCloseTo((360_000 * 10 * 365) / 1e9);
    expect(needs.sentMegabitsPerSecond).toBeCloseTo((20 * 8_000 * 8) / 1e6);
  });

  it('adds the hints that each process hears from the others', () => {
    // Each process has 40 messages a second × 10 ms to hear of, so that 0.4 of its 0.8 cores are left for the rest.
    const hinted = deriveNeeds(720_000, withMessage({ mainMs: 100, hintMs: 10 }));
    expect(hinted.processes).toBe(Math.ceil((4_180 - 400) / (800 - 400)));
    expect(hinted.hintShare).toBeCloseTo(0.4 * (1 - 1 / hinted.processes));
  });

  it('says that no number of processes is enough when hints alone fill one', () => {
    expect(deriveNeeds(720_000, withMessage({ hintMs: 20 })).processes).toBe(Infinity);
  });

  it('bounds presence by its share of a process', () => {
    // 20 visits a second × 36,000 sockets × 0.001 ms = 720 ms, which four processes have time for.
    const light = deriveNeeds(720_000, withSocket({ presenceMs: 0.001 }));
    expect(light.processes).toBe(4);
    expect(light.presenceShare).toBeCloseTo(0.18);
    const heavy = deriveNeeds(720_000, withSocket({ presenceMs: 1 }));
    expect(heavy.processes).toBe(4);
    expect(heavy.presenceShare).toBeCloseTo(180);
    expect(heavy.processesForPresence).toBe(720_000 / 250);
  });

  it('counts the visits that are told, and not those of whoever returns at once', () => {
    const basisOfPresence = withSocket({ presenceMs: 0.001 });
    const habits = { ...basis.habits, toldVisits: 0.5 };
    expect(deriveNeeds(720_000, { ...basisOfPresence, habits }).presenceShare).toBeCloseTo(0.09);
  });

  it('adds what held sockets cost', () => {
    const held = deriveNeeds(720_000, withSocket({ msPerSecond: 0.1 }));
    expect(held.processes).toBe(Math.ceil((220 + 3_600) / 800));
  });
});

describe('walls', () => {
  const peopleAt = (name: string, from = basis) =>
    orderWalls(from).find((wall) => wall.name.startsWith(name))?.people ?? 0;

  it('come in the order in which they are reached', () => {
    const reached = orderWalls(basis).map(({ people }) => people);
    expect(reached).toEqual(reached.toSorted((a, b) => a - b));
  });

  it('stand where the need reaches what there is', () => {
    // 220 ms a second at 720,000 people.
    expect(peopleAt('the main thread') / ((720_000 * 800) / 220)).toBeCloseTo(1, 1);
    expect(peopleAt('sockets of one process') / 200_000).toBeCloseTo(1, 1);
    expect(peopleAt('commits with a notice') / ((720_000 * 1_000) / 40)).toBeCloseTo(1, 1);
  });

  it('are never reached by what costs nothing', () => {
    expect(peopleAt('presence')).toBe(Infinity);
    expect(peopleAt('presence', withSocket({ presenceMs: 1 }))).toBeLessThan(720_000);
  });

  it('are reached where the need first reaches what there is, also when more processes lower it again', () => {
    // One process fills its 250 ms at 5.28 visits a second × 9,500 sockets; 200,000 people have two processes.
    const presenceMs = 250 / ((190_000 / 36_000) * 9_500);
    expect(peopleAt('presence', withSocket({ presenceMs })) / 190_000).toBeCloseTo(1, 3);
  });
});

describe('the table of the day', () => {
  it('takes other numbers', () => {
    const changed = changeDay(basis.day, 'feed=1, message=0.5');
    expect(changed.map(({ perDay }) => perDay)).toEqual([1, 0.5, 1]);
  });

  it('refuses unknown actions and bad numbers', () => {
    expect(() => changeDay(basis.day, 'fee=1')).toThrow('fee');
    expect(() => changeDay(basis.day, 'feed=many')).toThrow('feed');
  });

  it('refuses a day without visits, which measure presence', () => {
    expect(() => changeDay(basis.day, 'openSocket=0')).toThrow('openSocket must be above 0');
  });

  it('refuses costs that lack an action of the day', () => {
    const { feed: _, ...actions } = basis.costs.actions;
    const costs = { ...basis.costs, actions };
    expect(() => requireCosts(basis.day, costs)).toThrow('costs of feed are missing');
    expect(() => requireCosts(changeDay(basis.day, 'feed=0'), costs)).not.toThrow();
  });
});
