import { expect, it } from 'vitest';
import { createMetricsSum } from './metrics-sum.ts';
import { createPrometheusMeter } from './prometheus-meter.ts';

const readSeries = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.split(' ')[1];

it('sums the counters of processes, also of ended ones, and takes a value that all read from the database once', async () => {
  const sum = createMetricsSum();
  const meters = [createPrometheusMeter(), createPrometheusMeter()];
  for (const [n, meter] of meters.entries()) {
    meter.count('guilda_messages_stored_total', {}, n + 1);
    meter.time('guilda_socket_event_seconds', { event: 'register' }, 0.01);
    meter.gauge('guilda_ready', () => [{ labels: {}, value: 1 }]);
    meter.gauge('guilda_redis_up', () => [{ labels: {}, value: n }]);
    meter.gauge('guilda_jobs', () => [{ labels: { state: 'due' }, value: 7 }]);
    // Processes send their metrics to each other as JSON.
    sum.update(String(n), JSON.parse(JSON.stringify(await meter.readJson())));
  }
  const summedText = await sum.read();
  expect(readSeries(summedText, 'guilda_messages_stored_total')).toBe('3');
  expect(readSeries(summedText, 'guilda_socket_event_seconds_count{event="register"}')).toBe('2');
  expect(readSeries(summedText, 'guilda_ready')).toBe('2');
  expect(readSeries(summedText, 'guilda_redis_up')).toBe('0');
  expect(readSeries(summedText, 'guilda_jobs{state="due"}')).toBe('7');

  sum.ended('1');
  const textAfterEnd = await sum.read();
  expect(readSeries(textAfterEnd, 'guilda_messages_stored_total')).toBe('3');
  expect(readSeries(textAfterEnd, 'guilda_socket_event_seconds_count{event="register"}')).toBe('2');
  expect(readSeries(textAfterEnd, 'guilda_ready')).toBe('1');
  for (const meter of meters) meter.close();
});
