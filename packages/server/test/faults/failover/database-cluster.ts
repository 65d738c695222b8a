import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres } from '../../../src/cluster/programs.ts';
import { fastestTempDir } from '../../fixtures/server/database-folder.ts';
import { signalProcesses } from '../signal-processes.ts';
import {
  fillEtcdEnvironment,
  fillPatroni,
  fillPatroniEnvironment,
  MACHINE_COUNT,
  type MachineValues,
} from './fill-deploy-files.ts';
import { type Haproxy, startHaproxy } from './haproxy.ts';
import { type KeptProgram, keepRunning } from './kept-running.ts';
import { createMachineNetwork, type NetworkMachine } from './machine-network.ts';

const execFileAsync = promisify(execFile);
/** Maximum time in ms until all three machines work together. */
const MAX_WHOLE_MS = 180_000;
const POLL_MS = 100;
const HOME_PREFIX = 'guilda-failover-';
/** Timeout of a question to Patroni in ms. */
const PATRONI_TIMEOUT_MS = 1_000;

/** A machine with etcd, Patroni and PostgreSQL. */
export interface DatabaseMachine extends NetworkMachine {
  /** Name in Patroni and HAProxy, such as `db1`. */
  readonly member: string;
  /** Address of the PostgreSQL for its superuser. */
  readonly superuserUrl: string;
  /** Ids of the processes of PostgreSQL. */
  listPostgresProcesses(): Promise<readonly number[]>;
  /** Kills all processes; nothing runs before `powerOn`. */
  powerOff(): Promise<void>;
  powerOn(): Promise<void>;
}

/** A PostgreSQL of three machines that Patroni fails over, behind a HAProxy of this machine. */
export interface DatabaseCluster {
  readonly machines: readonly DatabaseMachine[];
  readonly haproxy: Haproxy;
  /** Address of the database `guilda` by HAProxy. */
  readonly url: string;
  /** Address of the database for the superuser, by HAProxy. */
  readonly superuserUrl: string;
  /** Waits until all machines follow one primary; returns that one. */
  waitUntilWhole(): Promise<DatabaseMachine>;
  close(): Promise<void>;
}

/** A member as Patroni describes it. */
interface PatroniMember {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** All members, as the Patroni of a machine sees them; empty when it does not answer. */
async function readMembers({ address }: NetworkMachine): Promise<readonly PatroniMember[]> {
  try {
    const response = await fetch(`http://${address}:8008/cluster`, {
      signal: AbortSignal.timeout(PATRONI_TIMEOUT_MS),
    });
    return ((await response.json()) as { members: readonly PatroniMember[] }).members;
  } catch {
    return [];
  }
}

/** Name of the primary, if all members follow it and one of them as a synchronous standby; else null. */
function primaryOfWhole(members: readonly PatroniMember[]): string | null {
  const isWhole =
    members.length === MACHINE_COUNT &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    members.some(({ role }) => role === 'sync_standby');
  return (isWhole && members.find(({ role }) => role === 'leader')?.name) || null;
}

/** The account `postgres` of this machine, under which all programs run. */
const asPostgres = ({ name }: NetworkMachine): [string, ...string[]] => [
  'ip',
  ...['netns', 'exec', name, 'setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'],
];

/** Starts etcd and Patroni, which starts PostgreSQL. */
async function startPrograms(
  machine: NetworkMachine,
  values: MachineValues,
): Promise<readonly KeptProgram[]> {
  const { folder } = values;
  await mkdir(folder);
  await execFileAsync('chown', ['postgres:postgres', folder]);
  const configuration = join(folder, 'config.yml');
  await writeFile(configuration, fillPatroni(values));
  return [
    await keepRunning({
      command: [...asPostgres(machine), 'etcd'],
      env: fillEtcdEnvironment(values),
      logFile: join(folder, 'etcd.log'),
    }),
    await keepRunning({
      command: [...asPostgres(machine), 'patroni', configuration],
      env: { HOME: folder, ...fillPatroniEnvironment(values) },
      logFile: join(folder, 'patroni.log'),
    }),
  ];
}

async function startMachine(
  machine: NetworkMachine,
  values: MachineValues,
): Promise<DatabaseMachine> {
  const programs = await startPrograms(machine, values);
  const { PATRONI_SUPERUSER_PASSWORD: password } = fillPatroniEnvironment(values);
  const setKept = (isKept: boolean) => {
    for (const program of programs) program.setKept(isKept);
  };
  return {
    ...machine,
    member: `db${values.number}`,
    superuserUrl: `postgres://postgres:${password}@${machine.address}:5432/postgres`,
    listPostgresProcesses: async () => filterPostgres(await machine.listProcesses()),
    powerOff: async () => {
      setKept(false);
      signalProcesses(await machine.listProcesses(), 'SIGKILL');
    },
    powerOn: async () => setKept(true),
  };
}

/** Ids of those processes that run PostgreSQL. */
async function filterPostgres(pids: readonly number[]): Promise<readonly number[]> {
  const names = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, index) => names[index]?.trim() === 'postgres');
}

async function waitUntilWhole(
  machines: readonly DatabaseMachine[],
  haproxy: Haproxy,
): Promise<DatabaseMachine> {
  const deadline = performance.now() + MAX_WHOLE_MS;
  for (;;) {
    const views = await Promise.all(machines.map(readMembers));
    const primaries = new Set(views.map(primaryOfWhole));
    const [name] = primaries;
    const servers = await haproxy.listServers().catch(() => []);
    const upNames = servers.filter(({ isUp }) => isUp).map((server) => server.name);
    const primary = machines.find(({ member }) => member === name);
    if (primaries.size === 1 && primary && upNames.join() === name) return primary;
    if (performance.now() > deadline)
      throw new Error(`the database machines do not come together: ${JSON.stringify(views)}`);
    await delay(POLL_MS);
  }
}

/** Creates the account and the database of the program. */
async function createGuildaDatabase(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query("CREATE ROLE guilda LOGIN PASSWORD 'guilda'");
  await client.query('CREATE DATABASE guilda OWNER guilda');
  await client.end();
}

/** Creates a folder for the data of all machines and removes those of runs that were killed. */
async function createHome(): Promise<string> {
  const parent = await fastestTempDir();
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${HOME_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      await rm(join(parent, name), { recursive: true, force: true });
  }
  const home = await mkdtemp(join(parent, `${HOME_PREFIX}${process.pid}-`));
  await chmod(home, 0o755);
  return home;
}

/** Starts three machines with the files of `deploy/patroni`; needs root. */
export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const binFolder = await findPostgres(process.env['PG_BIN']);
  if (binFolder === null) throw new Error('PostgreSQL is not installed');
  const network = await createMachineNetwork(MACHINE_COUNT);
  const home = await createHome();
  const machines: DatabaseMachine[] = [];
  for (const [index, machine] of network.machines.entries()) {
    const number = index + 1;
    const folder = join(home, `db${number}`);
    const values = { network: network.prefix, number, folder, binFolder };
    machines.push(await startMachine(machine, values));
  }
  const haproxy = await startHaproxy(network.prefix, home);
  const { username, password } = new URL(machines[0]?.superuserUrl ?? '');
  const superuserUrl = `postgres://${username}:${password}@127.0.0.1:${haproxy.port}/postgres`;
  const close = async () => {
    for (const machine of machines) await machine.powerOff();
    await haproxy.close();
    await network.close();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await waitUntilWhole(machines, haproxy);
    await createGuildaDatabase(superuserUrl);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    machines,
    haproxy,
    superuserUrl,
    url: `postgres://guilda:guilda@127.0.0.1:${haproxy.port}/guilda`,
    waitUntilWhole: () => waitUntilWhole(machines, haproxy),
    close,
  };
}
