import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { signalProcesses } from '../signal-processes.ts';

const execFileAsync = promisify(execFile);
const PREFIX = 'guilda-db';

/** Runs `ip` with these arguments; resolves to its output. */
const ip = async (...args: readonly string[]): Promise<string> =>
  (await execFileAsync('ip', args)).stdout;

/** A machine of its own to the network: a network namespace that a virtual cable connects to this machine. */
export interface NetworkMachine {
  /** Name of the network namespace. */
  readonly name: string;
  readonly address: string;
  /** Ids of all processes of the machine. */
  listProcesses(): Promise<readonly number[]>;
  /** Pulls the cable: nobody reaches the machine, and nobody is told. */
  disconnect(): Promise<void>;
  /** Drops everything that the machine sends to the other machines; this machine still reaches it. */
  separate(): Promise<void>;
  /** Undoes `disconnect` and `separate`. */
  reconnect(): Promise<void>;
}

export interface MachineNetwork {
  /** Beginning of all addresses, such as `10.0.0.`. */
  readonly prefix: string;
  readonly machines: readonly NetworkMachine[];
  /** Kills all processes of all machines and removes the network. */
  close(): Promise<void>;
}

async function listNamespaceProcesses(name: string): Promise<readonly number[]> {
  const output = await ip('netns', 'pids', name).catch(() => '');
  return output.split(/\s+/).filter(Boolean).map(Number);
}

async function removeNamespace(name: string): Promise<void> {
  signalProcesses(await listNamespaceProcesses(name), 'SIGKILL');
  await ip('netns', 'del', name).catch(() => undefined);
}

/** Removes what runs that were killed have left behind. */
async function removeAbandoned(): Promise<void> {
  const output = await ip('netns', 'list');
  for (const [name, pid] of output.matchAll(new RegExp(`^${PREFIX}-(\\d+)-\\d+`, 'gm'))) {
    if (existsSync(`/proc/${pid}`)) continue;
    await removeNamespace(name);
    await ip('link', 'del', `gdb-${pid}`).catch(() => undefined);
  }
}

/** Creates a machine and connects it to the bridge. */
async function createMachine(
  bridge: string,
  prefix: string,
  number: number,
  count: number,
): Promise<NetworkMachine> {
  const name = `${PREFIX}-${process.pid}-${number}`;
  const cable = `${bridge}-${number}`;
  const address = `${prefix}2${number}`;
  const inside = (...args: readonly string[]) => ip('-n', name, ...args);
  await ip('netns', 'add', name);
  await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('link', 'set', cable, 'master', bridge, 'up');
  await inside('link', 'set', 'lo', 'up');
  await inside('link', 'set', 'eth0', 'up');
  await inside('address', 'add', `${address}/24`, 'dev', 'eth0');
  const others = Array.from({ length: count }, (_, index) => `${prefix}2${index + 1}`).filter(
    (other) => other !== address,
  );
  return {
    name,
    address,
    listProcesses: () => listNamespaceProcesses(name),
    disconnect: async () => void (await ip('link', 'set', cable, 'nomaster')),
    separate: async () => {
      for (const other of others) await inside('route', 'add', 'blackhole', `${other}/32`);
    },
    reconnect: async () => {
      await ip('link', 'set', cable, 'master', bridge);
      for (const other of others)
        await inside('route', 'del', 'blackhole', `${other}/32`).catch(() => undefined);
    },
  };
}

/** Whether this process may create network namespaces. */
export async function canCreateMachines(): Promise<boolean> {
  const name = `${PREFIX}-${process.pid}-0`;
  try {
    await ip('netns', 'add', name);
    await ip('netns', 'del', name);
    return true;
  } catch {
    return false;
  }
}

/** Creates `count` machines with addresses that end in 21, 22 and so on; this machine's ends in 1. */
export async function createMachineNetwork(count: number): Promise<MachineNetwork> {
  await removeAbandoned();
  const prefix = `10.${200 + (process.pid % 50)}.${process.pid % 250}.`;
  const bridge = `gdb-${process.pid}`;
  await ip('link', 'add', bridge, 'type', 'bridge');
  await ip('address', 'add', `${prefix}1/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  const machines: NetworkMachine[] = [];
  for (let number = 1; number <= count; number += 1)
    machines.push(await createMachine(bridge, prefix, number, count));
  return {
    prefix,
    machines,
    close: async () => {
      for (const { name } of machines) await removeNamespace(name);
      await ip('link', 'del', bridge);
    },
  };
}
