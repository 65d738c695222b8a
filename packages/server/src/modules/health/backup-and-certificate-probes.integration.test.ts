import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBackup } from '../../../test/backup/backup-fixture.ts';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import { startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';
import type { HostCertificate } from '../../ports/certificate-reader.ts';
import { backupProbe, certificateProbe } from './index.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-22T12:00:00Z');
const dateInDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
const validCertificate = { validFrom: dateInDays(-60), validUntil: dateInDays(30), fault: null };

const timers = fakeTimers();
let shownCertificate: HostCertificate | null = validCertificate;
let probeReads = 0;
const certificateReader = {
  read: async () => {
    probeReads += 1;
    if (!shownCertificate) throw new Error('connect ECONNREFUSED 203.0.113.7:443');
    return shownCertificate;
  },
};

let app: TestApp;
beforeAll(async () => {
  const env = { METRICS_PORT: '0', PUBLIC_URL: 'https://guilda.example' };
  app = await startTestApp({
    env,
    externalServices: { certificates: certificateReader },
    timers,
  });
});
afterAll(() => app.close());

/** Values of a gauge, by the value of its only label. */
async function readGaugeValues(name: string): Promise<Record<string, number>> {
  const text = await (await fetch(app.program.metricsUrl() ?? '')).text();
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{\\w+="(\\w+)"\\})? (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, label = '', value]) => [label, Number(value)]));
}

it('shows the latest backup, wherever it was written', async () => {
  expect(await readGaugeValues('guilda_backup_timestamp_seconds')).toEqual({});
  const secondsBefore = Date.now() / 1_000;
  const { database } = app.program;
  const url = database.pool.options.connectionString ?? '';
  const { code } = await runBackup({ DATABASE_URL: url, DATA_DIR: app.dataDir });
  expect(code).toBe(0);
  timers.advance(60_000);
  const { '': made = 0 } = await readGaugeValues('guilda_backup_timestamp_seconds');
  expect(made).toBeGreaterThan(secondsBefore - 1);
  expect(made).toBeLessThan(Date.now() / 1_000 + 1);
  const { dependencies } = await (await app.signInAdmin()).api.health.getHealth();
  expect(dependencies.find(({ name }) => name === 'backups')).toMatchObject({ state: 'ok' });
});

it('shows the disks of files and of a local database', async () => {
  const { files = 0, database = 0 } = await readGaugeValues('guilda_disk_free_bytes');
  expect(files).toBeGreaterThan(0);
  expect(database).toBeGreaterThan(0);
});

it('checks the certificate every hour, and every minute while it has a problem', async () => {
  const { validFrom, validUntil } = validCertificate;
  const expectedTimes = { from: validFrom.getTime() / 1_000, until: validUntil.getTime() / 1_000 };
  timers.advance(3_600_000);
  const readsBefore = probeReads;
  for (const minutes of [0, 5, 50]) {
    timers.advance(minutes * 60_000);
    expect(await readGaugeValues('guilda_certificate_timestamp_seconds')).toEqual(expectedTimes);
  }
  expect(probeReads).toBe(readsBefore + 1);
  shownCertificate = null;
  for (const minutes of [10, 2]) {
    timers.advance(minutes * 60_000);
    expect(await readGaugeValues('guilda_certificate_timestamp_seconds')).toEqual({});
  }
  expect(probeReads).toBe(readsBefore + 3);
});

it.each([
  [null, true, 'not_configured'],
  [null, false, 'slow'],
  [dateInDays(-1), false, 'ok'],
  [dateInDays(-1.6), false, 'slow'],
  [dateInDays(-4), false, 'failing'],
])('calls a newest backup of %s (demo: %s) %s', async (lastBackupAt, isDemo, state) => {
  const probe = backupProbe(
    { lastBackup: async () => lastBackupAt, archive: async () => null },
    () => now,
    isDemo,
  );
  expect((await probe.read()).state).toBe(state);
});

const soundArchive = {
  isEnabled: true,
  lastArchivedAt: dateInDays(-0.001),
  failedCount: 2,
  isFailing: false,
  lastClusterBackupAt: dateInDays(-1),
};

it.each([
  [{}, 'ok', 'A cópia mais nova é recente.'],
  [{ isFailing: true }, 'failing', 'O WAL não é arquivado'],
  [{ isEnabled: false }, 'failing', 'O banco deixou de arquivar o WAL'],
  [{ lastArchivedAt: dateInDays(-0.01) }, 'failing', 'O WAL não é arquivado'],
  [{ lastArchivedAt: null }, 'failing', 'O WAL não é arquivado'],
  [{ lastClusterBackupAt: dateInDays(-1.6) }, 'failing', 'A cópia mais nova do pgBackRest'],
  [{ lastClusterBackupAt: null }, 'failing', 'A cópia mais nova do pgBackRest'],
])('calls a database that archives, but for %o, %s', async (difference, state, text) => {
  const archive = async () => ({ ...soundArchive, ...difference });
  const probe = backupProbe({ lastBackup: async () => dateInDays(-1), archive }, () => now, false);
  const result = await probe.read();
  expect(result).toMatchObject({ state, text: expect.stringContaining(text) });
  expect(result.facts).toContainEqual({ label: 'WAL que falhou', value: '2' });
});

it.each([
  [validCertificate, 'ok', 'Vale por mais 30 dias.'],
  [{ ...validCertificate, validUntil: dateInDays(9.5) }, 'slow', 'só vale por mais 9 dias'],
  [{ ...validCertificate, validUntil: dateInDays(1.5) }, 'failing', 'só vale por mais 1 dia:'],
  [
    { validFrom: dateInDays(-2), validUntil: dateInDays(4), fault: null },
    'ok',
    'Vale por mais 4 dias.',
  ],
  [{ ...validCertificate, fault: 'CERT_HAS_EXPIRED' }, 'failing', 'Os navegadores recusam'],
  [null, 'slow', 'não pôde ser alcançado'],
] as const)('calls a certificate %o %s', async (facts, state, text) => {
  const probeResult = await certificateProbe(
    async () => facts,
    () => now,
  ).read();
  expect(probeResult).toMatchObject({ state, text: expect.stringContaining(text) });
});

it('does not check a certificate in demo mode', async () => {
  const { state } = await certificateProbe(null, () => now).read();
  expect(state).toBe('not_configured');
});
