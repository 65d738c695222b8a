import type { MixEntry } from '../mixed/load-generator-client.ts';
import { assumedDay } from './assumed-day.ts';
import type { DayAction } from './day-action.ts';

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
  if (numbers.get('openSocket') === 0)
    throw new Error('BENCH_CROWD_DAY: openSocket must be above 0, since visits measure presence');
  return day.map((row) => ({ ...row, perDay: numbers.get(row.action) ?? row.perDay }));
}

export const dayOfPerson = changeDay(assumedDay, process.env['BENCH_CROWD_DAY'] ?? '');

/** The mix of the busiest hour: each action as often as the table of the day says. */
export const mixOfDay = (day: readonly DayAction[]): MixEntry[] =>
  day
    .filter(({ perDay }) => perDay > 0)
    .map(({ action, perDay }) => ({ action, weight: perDay, label: action }));
