import type { ActionName } from '../mixed/actions.ts';
import type { MixEntry } from '../mixed/load-generator-client.ts';

/** One row of the day of a person who comes on that day. */
export interface DayAction {
  readonly action: ActionName;
  /** How often a person does it on a day. */
  readonly perDay: number;
  readonly what: string;
  /** Where the number comes from. All of them are assumptions: nobody has counted a real crowd. */
  readonly source: string;
  /** Actions per second while the action is measured alone. */
  readonly costRate: number;
  /** Whether a replica may answer it (`mayBeLate` of the contract). */
  readonly isLate: boolean;
}

/** The day of one person; `BENCH_CROWD_DAY` changes its numbers. */
const assumedDay: readonly DayAction[] = [
  {
    action: 'keptPage',
    perDay: 6,
    costRate: 250,
    isLate: false,
    what: 'a page of `/`, `/community` or a popular service, kept',
    source: '2 in each of 3 visits; going on inside the product loads no page',
  },
  {
    action: 'renderedPage',
    perDay: 1.5,
    costRate: 15,
    isLate: false,
    what: 'a page that nobody else asked for within 4.5 s',
    source: 'one visit in two begins at a link',
  },
  {
    action: 'searchPage',
    perDay: 0.5,
    costRate: 6,
    isLate: false,
    what: 'a search page, rendered',
    source: 'one visit in six begins there',
  },
  {
    action: 'builtFile',
    perDay: 8,
    costRate: 250,
    isLate: false,
    what: 'a built file (the script that every page loads)',
    source: 'browsers keep them for a year: 20 files for one visit in eight, and after releases',
  },
  {
    action: 'picture',
    perDay: 30,
    costRate: 120,
    isLate: false,
    what: 'a picture',
    source: 'ten new ones in each visit; browsers keep public ones for a year',
  },
  {
    action: 'serviceList',
    perDay: 4,
    costRate: 100,
    isLate: true,
    what: 'the list of services',
    source: 'mixed crowd',
  },
  {
    action: 'categoryList',
    perDay: 4,
    costRate: 100,
    isLate: true,
    what: 'the list of a category',
    source: 'mixed crowd',
  },
  {
    action: 'service',
    perDay: 6,
    costRate: 150,
    isLate: true,
    what: 'a service',
    source: 'mixed crowd',
  },
  {
    action: 'reviews',
    perDay: 4,
    costRate: 120,
    isLate: true,
    what: 'reviews of a service',
    source: 'two of three services are read to the end',
  },
  {
    action: 'search',
    perDay: 2,
    costRate: 40,
    isLate: true,
    what: 'a search',
    source: 'mixed crowd',
  },
  {
    action: 'suggestions',
    perDay: 8,
    costRate: 60,
    isLate: true,
    what: 'suggestions while typing',
    source: 'four for each search: the field asks 150 ms after the last key',
  },
  {
    action: 'feed',
    perDay: 4,
    costRate: 100,
    isLate: true,
    what: 'the feed',
    source: 'mixed crowd',
  },
  {
    action: 'pulse',
    perDay: 30,
    costRate: 120,
    isLate: true,
    what: 'counters of the feed on screen',
    source: 'asked every 10 s: five minutes of feed',
  },
  {
    action: 'post',
    perDay: 2,
    costRate: 80,
    isLate: true,
    what: 'a post with its comments',
    source: 'mixed crowd',
  },
  {
    action: 'like',
    perDay: 2,
    costRate: 60,
    isLate: false,
    what: 'a like',
    source: 'an assumption without a source',
  },
  {
    action: 'comment',
    perDay: 0.3,
    costRate: 60,
    isLate: false,
    what: 'a comment',
    source: 'an assumption without a source',
  },
  {
    action: 'publishPost',
    perDay: 0.1,
    costRate: 40,
    isLate: false,
    what: 'a post without a photo',
    source: 'an assumption without a source',
  },
  {
    action: 'publishPhoto',
    perDay: 0.05,
    costRate: 3,
    isLate: false,
    what: 'a post with a photo',
    source: 'an assumption without a source',
  },
  {
    action: 'publishService',
    perDay: 0.005,
    costRate: 3,
    isLate: false,
    what: 'a published service',
    source: 'one person in forty sells, five services a month',
  },
  {
    action: 'partners',
    perDay: 3,
    costRate: 80,
    isLate: false,
    what: 'the list of conversations',
    source: 'each visit',
  },
  {
    action: 'history',
    perDay: 5,
    costRate: 100,
    isLate: false,
    what: 'a page of a conversation',
    source: 'mixed crowd',
  },
  {
    action: 'typedMessage',
    perDay: 10,
    costRate: 80,
    isLate: false,
    what: 'a message, with the hint that one types, until it is stored and handed on',
    source: 'mixed crowd (15 of 100 actions) less what is read more often here',
  },
  {
    action: 'readMessages',
    perDay: 5,
    costRate: 13,
    isLate: false,
    what: 'a read receipt',
    source: 'every second message is read alone',
  },
  {
    action: 'unreadCount',
    perDay: 4,
    costRate: 120,
    isLate: false,
    what: 'the counts of unread things',
    source: 'each visit and each new page load',
  },
  {
    action: 'notifications',
    perDay: 2,
    costRate: 100,
    isLate: false,
    what: 'the list of notifications',
    source: 'mixed crowd',
  },
  {
    action: 'markNotificationsRead',
    perDay: 1,
    costRate: 60,
    isLate: false,
    what: 'notifications marked as read',
    source: 'every second look at them',
  },
  {
    action: 'orderList',
    perDay: 2,
    costRate: 80,
    isLate: false,
    what: 'own orders',
    source: 'buyers and sellers look while something is open',
  },
  {
    action: 'refresh',
    perDay: 3,
    costRate: 60,
    isLate: false,
    what: 'a renewed access token',
    source: 'it lasts 15 minutes: each visit begins with one',
  },
  {
    action: 'signIn',
    perDay: 0.05,
    costRate: 8,
    isLate: false,
    what: 'a sign-in (through the sandbox, which is part of the program)',
    source: 'a session ends after 30 days without a visit',
  },
  {
    action: 'signUp',
    perDay: 0.017,
    costRate: 8,
    isLate: false,
    what: 'a new account (through the sandbox)',
    source: 'a tenth of the month’s people are new: 0.1 ÷ (0.2 × 30) on each active day',
  },
  {
    action: 'openSocket',
    perDay: 4,
    costRate: 8,
    isLate: false,
    what: 'a socket opened, signed in and closed',
    source: 'each visit, and a lost line',
  },
  {
    action: 'paidOrder',
    perDay: 0.02,
    costRate: 15,
    isLate: false,
    what: 'an order placed and paid (through the sandbox)',
    source: 'one purchase in fifty active days',
  },
  {
    action: 'completeOrder',
    perDay: 0.018,
    costRate: 10,
    isLate: false,
    what: 'a paid order started, completed and reviewed',
    source: 'nine of ten paid orders',
  },
  {
    action: 'uploadFile',
    perDay: 0.002,
    costRate: 1,
    isLate: false,
    what: 'a pack file uploaded',
    source: 'one in a hundred people of a day sells packs, a file each five days',
  },
  {
    action: 'downloadFile',
    perDay: 0.02,
    costRate: 2,
    isLate: false,
    what: 'a pack opened and its file downloaded',
    source: 'as many as orders: packs are opened more than once, calls have none',
  },
];

/** Applies `action=number` pairs, by commas, to the table of the day. */
export function changeDay(day: readonly DayAction[], changes: string): readonly DayAction[] {
  const numbers = new Map(
    changes
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair): [string, number] => {
        const [name = '', value = ''] = pair.split('=');
        return [name.trim(), Number(value)];
      }),
  );
  for (const [name, perDay] of numbers) {
    const isKnown = day.some(({ action }) => action === name);
    if (!isKnown || !(perDay >= 0)) throw new Error(`BENCH_CROWD_DAY: ${name} does not fit`);
  }
  return day.map((row) => ({ ...row, perDay: numbers.get(row.action) ?? row.perDay }));
}

export const dayOfPerson = changeDay(assumedDay, process.env['BENCH_CROWD_DAY'] ?? '');

/** The mix of the busiest hour: each action as often as the table of the day says. */
export const mixOfDay = (day: readonly DayAction[]): MixEntry[] =>
  day
    .filter(({ perDay }) => perDay > 0)
    .map(({ action, perDay }) => ({ action, weight: perDay, label: action }));
