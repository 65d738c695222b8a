import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settings } from './settings.ts';

const repositoryRoot = new URL('../../../../', import.meta.url);
const readRepositoryFile = (path: string) => readFileSync(new URL(path, repositoryRoot), 'utf8');

/** The fields of a service in the compose file that the tests read. */
interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly image?: string;
  readonly build?: { readonly args?: readonly string[] };
  readonly healthcheck?: object;
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
  readonly mem_limit?: string;
}

const composeFile = parse(readRepositoryFile('compose.yaml'), { merge: true });
const composeServices: Readonly<Record<string, Service>> = composeFile.services;
const nodeServices = ['guilda-1', 'guilda-2'].map((name) => composeServices[name] as Service);

const plainSettingNames = settings.filter(({ secret }) => !secret).map(({ name }) => name);
const secretNames = settings.filter((setting) => setting.secret).map(({ name }) => name);
const neededSecrets = settings.filter((setting) => setting.secret && setting.needed);
/** The memory settings of Node and its allocator in a unit or the image, sorted. */
const memorySettingsOf = (path: string) =>
  readRepositoryFile(path)
    .match(/(?:NODE_OPTIONS|MALLOC_\w+)=\S+/g)
    ?.sort() ?? [];
const memorySettings = memorySettingsOf('deploy/guilda.service');
/** Names of variables that may be set: settings, the file variables of secrets, and the memory settings. */
const knownVariableNames = [
  ...settings.map(({ name }) => name),
  ...secretNames.map((name) => `${name}_FILE`),
  ...memorySettings.map((setting) => setting.split('=')[0]),
];

const isOfProvider = (name: string) => /^(MERCADO_PAGO|STRIPE)_/.test(name);

const readAssignments = (text: string) =>
  [...text.matchAll(/^(?:Environment=)?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? '');

test('the nodes of the compose file get only existing settings, and their secrets from a folder that no other service gets', () => {
  for (const { environment = {}, secrets, volumes = [] } of nodeServices) {
    expect(knownVariableNames).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(secretNames.filter((name) => `${name}_FILE` in environment)).toEqual([]);
    expect(secrets).toBeUndefined();
    expect(volumes).toContain('./deploy/secrets/guilda:/run/secrets:ro');
    expect(environment['SECRET_FILES']).toBe('/run/secrets/');
  }
  const usedSecrets = Object.values(composeServices).flatMap(({ secrets = [] }) => secrets);
  expect([...new Set(usedSecrets)].sort()).toEqual(Object.keys(composeFile.secrets).sort());
  const makeSecretsScript = readRepositoryFile('deploy/make-secrets.sh');
  const expectedNames = [
    ...neededSecrets.map(({ name }) => name),
    ...secretNames.filter(isOfProvider),
  ];
  for (const name of [...usedSecrets, ...expectedNames.map((name) => name.toLowerCase())])
    expect(makeSecretsScript).toContain(name);
});

test('the trusted proxies of the compose file are the network of its proxy, unless configured otherwise', () => {
  const [{ subnet }] = composeFile.networks.front.ipam.config;
  for (const { environment } of nodeServices)
    expect(environment?.['TRUSTED_PROXIES']).toBe(`\${TRUSTED_PROXIES:-${subnet}}`);
  expect(readRepositoryFile('docs/operations.md')).toContain(`\`${subnet}\` without it`);
});

test('units and image have the same memory settings', () => {
  expect(memorySettings).toHaveLength(4);
  expect(memorySettingsOf('deploy/guilda@.service')).toEqual(memorySettings);
  expect(memorySettingsOf('Dockerfile')).toEqual(memorySettings);
});

test('an image keeps the tag of its version, unless configured otherwise', () => {
  const { version } = JSON.parse(readRepositoryFile('package.json'));
  for (const { image, build } of nodeServices) {
    expect(image).toBe(`guilda:\${GUILDA_VERSION:-${version}}`);
    // The build of an image has no git, so the commit is passed to it.
    expect(build?.args).toEqual(['GUILDA_COMMIT']);
  }
  expect(readRepositoryFile('Dockerfile')).toMatch(
    /^ARG GUILDA_COMMIT=unknown\nRUN npm run build$/m,
  );
});

test('the stores of the compose file cannot be reached from outside, and nodes write only to their data', () => {
  const publishedServices = Object.entries(composeServices).filter(
    ([, { ports }]) => ports !== undefined,
  );
  expect(publishedServices.map(([name]) => name)).toEqual(['proxy']);
  for (const name of ['postgres', 'redis', 'garage']) {
    expect(composeServices[name]?.networks).toEqual(['back']);
    expect(composeServices[name]?.healthcheck).toBeDefined();
  }
  expect(composeFile.networks.back.internal).toBe(true);
  for (const node of nodeServices)
    expect(node).toMatchObject({ read_only: true, stop_grace_period: '15s' });
});

test('every container has a limit of memory', () => {
  for (const [name, { mem_limit }] of Object.entries(composeServices))
    expect(mem_limit, name).toMatch(/^\d+[mg]$/);
});

test('no blank NODE_ENV of a settings file turns a deployed program into demo mode', () => {
  for (const { environment } of nodeServices) expect(environment?.['NODE_ENV']).toBe('production');
  // A unit's Environment= is overridden by its EnvironmentFile=.
  for (const name of ['guilda.service', 'guilda@.service', 'guilda-alert@.service']) {
    const unit = readRepositoryFile(`deploy/${name}`);
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/env NODE_ENV=production \/opt\/guilda\//m);
    expect(unit).not.toContain('Environment=NODE_ENV');
  }
});

test('the example of settings contains no secret, and only existing settings', () => {
  expect(plainSettingNames).toEqual(
    expect.arrayContaining(readAssignments(readRepositoryFile('deploy/guilda.env.example'))),
  );
});

/** systemd units that run the program or one of its commands. */
const systemdUnits = [
  'guilda.service',
  'guilda@.service',
  'guilda-backup.service',
  'guilda-alert@.service',
];

test.each(systemdUnits)(
  '%s passes every secret to the program, which reports missing ones',
  (name) => {
    const unit = readRepositoryFile(`deploy/${name}`);
    expect(knownVariableNames).toEqual(expect.arrayContaining(readAssignments(unit)));
    const passedSettings = readAssignments(unit).map((name) => name.replace(/_FILE$/, ''));
    expect(passedSettings.filter((name) => (secretNames as string[]).includes(name))).toEqual([]);
    expect(unit).toContain('\nLoadCredential=guilda:/etc/guilda/secrets\n');
    expect(unit).toMatch(/\nSetCredential=guilda:./);
    expect(unit).toContain('\nEnvironment=SECRET_FILES=%d/guilda_\n');
    expect(unit).toContain('\nEnvironmentFile=-/etc/guilda/guilda.env\n');
  },
);

test('a failed backup sends an alert', () => {
  for (const name of ['guilda-backup.service', 'guilda-pgbackrest@.service']) {
    const unit = readRepositoryFile(`deploy/${name}`);
    expect(unit).toContain('\nOnFailure=guilda-alert@%n.service\n');
  }
  expect(readRepositoryFile('deploy/guilda-alert@.service')).toContain(' scripts/alert.ts %i\n');
});

test('PostgreSQL archives a WAL file each minute, and pgBackRest keeps nothing longer than 30 days', () => {
  const archiveSettings = readRepositoryFile('deploy/postgresql-archive.conf');
  const [, stanza = ''] = /^archive_command = '.*--stanza=(\w+) /m.exec(archiveSettings) ?? [];
  expect(archiveSettings).toMatch(/^archive_timeout = 60$/m);
  const pgBackRestSettings = readRepositoryFile('deploy/pgbackrest.conf');
  expect(pgBackRestSettings).toContain(`\n[${stanza}]\n`);
  expect(pgBackRestSettings).toMatch(/^repo1-retention-full-type=time$/m);
  const retentionDays = Number(/^repo1-retention-full=(\d+)$/m.exec(pgBackRestSettings)?.[1]);
  // pgBackRest deletes a full backup once the next one, made a week later, is `retentionDays` old.
  expect(retentionDays + 7).toBeLessThanOrEqual(30);
  expect(readRepositoryFile('deploy/guilda-pgbackrest@.service')).toContain(`--stanza=${stanza} `);
  for (const type of ['full', 'diff']) {
    expect(readRepositoryFile(`deploy/guilda-pgbackrest-${type}.timer`)).toContain(
      `\nUnit=guilda-pgbackrest@${type}.service\n`,
    );
  }
});

/** The exit code of the condition of the backup unit when `psql` runs the shell command `psqlCommand`. */
function runBackupCondition(psqlCommand: string): number | null {
  const unit = readRepositoryFile('deploy/guilda-pgbackrest@.service');
  const [, condition = ''] = /^ExecCondition=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
  const programsFolder = mkdtempSync(join(tmpdir(), 'guilda-psql-'));
  writeFileSync(join(programsFolder, 'psql'), `#!/bin/sh\n${psqlCommand}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${programsFolder}:${process.env['PATH']}` };
  const { status } = spawnSync('/bin/sh', ['-c', condition.replaceAll('$$', '$')], { env });
  rmSync(programsFolder, { recursive: true });
  return status;
}

test('with Patroni a standby skips the backup, but not a PostgreSQL that does not answer', () => {
  // systemd skips a unit, without a failure, whose condition exits with 1 to 254.
  expect(runBackupCondition('echo t')).toBe(1);
  expect(runBackupCondition('echo f')).toBe(0);
  expect(runBackupCondition('exit 2')).toBe(0);
});

test('after a downtime only a full backup of the cluster is made up for', () => {
  const readTimer = (type: string) => readRepositoryFile(`deploy/guilda-pgbackrest-${type}.timer`);
  expect(readTimer('full')).toMatch(/^Persistent=true$/m);
  expect(readTimer('diff')).not.toMatch(/^Persistent=true$/m);
});

test('the image installs every package of the project, on its version of Node', () => {
  const dockerfile = readRepositoryFile('Dockerfile');
  for (const name of readdirSync(new URL('packages/', repositoryRoot)))
    expect(dockerfile).toContain(`COPY packages/${name}/package.json packages/${name}/`);
  const nodeMajorVersion = readRepositoryFile('.nvmrc').trim();
  const baseImages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1]);
  expect(baseImages).toEqual([
    expect.stringContaining(`node:${nodeMajorVersion}-trixie-slim@`),
    expect.stringContaining(`gcr.io/distroless/nodejs${nodeMajorVersion}-debian13:nonroot@`),
  ]);
});

test('the image contains the list of its components', () => {
  expect(readRepositoryFile('Dockerfile')).toContain('mv packages/web/build/sbom.cdx.json .');
  expect(readRepositoryFile('scripts/bundle/build.ts')).toContain('writeSbom(');
});

test('images and actions of others are pinned by digest, beside a tag with their version', () => {
  const dockerfile = readRepositoryFile('Dockerfile');
  const serviceImages = Object.values(composeServices).flatMap(({ image = '' }) => image);
  const usedImages = [
    ...[...dockerfile.matchAll(/^(?:FROM |# syntax=)(\S+)/gm)].map((match) => match[1] ?? ''),
    ...serviceImages.filter((image) => !image.startsWith('guilda:')),
  ];
  expect(usedImages).toHaveLength(7);
  for (const image of usedImages)
    expect(image).toMatch(/^[a-z0-9./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

test('commands on a machine run with the settings of the unit, and as its user', () => {
  const unit = readRepositoryFile('deploy/guilda.service');
  const script = readRepositoryFile('deploy/run.sh');
  expect(readRepositoryFile('deploy/doctor.sh')).toContain('/run.sh" scripts/doctor.ts');
  const [, settingsFile] = /^EnvironmentFile=-(.+)$/m.exec(unit) ?? [];
  const [, dataDir] = /^Environment=DATA_DIR=(.+)$/m.exec(unit) ?? [];
  const [, user] = /^User=(.+)$/m.exec(unit) ?? [];
  expect(script).toContain(`settings=${settingsFile}\n`);
  expect(script).toContain(`DATA_DIR=${dataDir}\n`);
  expect(script).toContain(`--reuid=${user} `);
  expect(script).toContain('/etc/guilda/secrets/*');
});
