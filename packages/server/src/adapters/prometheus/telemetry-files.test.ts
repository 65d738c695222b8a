import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { metricList } from '../../ports/metric-list.ts';
import { createPrometheusMeter } from './prometheus-meter.ts';

const readRepositoryFile = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../../${path}`, import.meta.url)), 'utf8');

/** Names of the meter's metrics; a histogram is replaced by the names of its series. */
async function knownMetricNames(): Promise<Set<string>> {
  const meter = createPrometheusMeter();
  const text = await meter.read();
  meter.close();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' || type === 'summary'
        ? ['_bucket', '_sum', '_count'].map((part) => name + part)
        : [name],
    ),
  );
}

it.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/guilda.json'])(
  'the meter has every metric that %s uses',
  async (path) => {
    const names = await knownMetricNames();
    const usedNames = new Set(
      readRepositoryFile(path).match(/\b(guilda|nodejs|process)_[a-z0-9_]+/g),
    );
    expect(usedNames.size).toBeGreaterThan(10);
    expect([...usedNames].filter((name) => !names.has(name))).toEqual([]);
  },
);

it('the dashboard shows every metric', () => {
  const dashboard = readRepositoryFile('deploy/grafana/guilda.json');
  expect(Object.keys(metricList).filter((name) => !dashboard.includes(name))).toEqual([]);
});

it('alerts are sent to an Alertmanager, and a lost node is one of the targets', () => {
  const prometheus = parse(readRepositoryFile('deploy/prometheus/prometheus.yml'));
  expect(prometheus.alerting.alertmanagers).toEqual([
    { static_configs: [{ targets: ['127.0.0.1:9093'] }] },
  ]);
  const alerts = readRepositoryFile('deploy/prometheus/alerts.yml');
  const [{ job_name }] = prometheus.scrape_configs;
  expect(alerts).toContain(`expr: up{job="${job_name}"} == 0 or guilda_ready == 0\n`);
});

it('a task that is retried again and again raises an alert, not only one that failed for good', () => {
  const { groups } = parse(readRepositoryFile('deploy/prometheus/alerts.yml'));
  const expressions = groups.flatMap(({ rules }: { rules: { expr: string }[] }) =>
    rules.map(({ expr }) => expr),
  );
  expect(expressions).toContainEqual(
    expect.stringMatching(
      /outcome="retry"\}\[30m\]\)\) > 10 unless .*outcome="ok"\}\[30m\].* or .*outcome="retry"\}\[26h\]/,
    ),
  );
});

it('the documentation describes every metric and every alert', () => {
  const operationsPage = readRepositoryFile('docs/operations.md');
  const rows = Object.entries(metricList).map(
    ([name, { labels, about }]) =>
      `| \`${name}\` | ${labels.map((label) => `\`${label}\``).join(', ')} | ${about} |`,
  );
  expect(rows.filter((row) => !operationsPage.includes(row))).toEqual([]);
  const alerts = readRepositoryFile('deploy/prometheus/alerts.yml').match(/(?<=alert: )\w+/g) ?? [];
  expect(alerts.filter((name) => !operationsPage.includes(`\`${name}\``))).toEqual([]);
});
