import { signalProcesses } from '../signal-processes.ts';
import type { DatabaseMachine } from './database-cluster.ts';

/** Harms the machine of the primary; returns what undoes it. */
export type Injury = (machine: DatabaseMachine) => Promise<() => Promise<void>>;

/** Stands still: keeps all connections open and answers nothing. */
const freeze = async (pids: readonly number[]) => {
  signalProcesses(pids, 'SIGSTOP');
  return async () => signalProcesses(pids, 'SIGCONT');
};

/** PostgreSQL crashes, or the whole machine with etcd and Patroni, which is switched on again later. */
export const kills: readonly Injury[] = [
  async (machine) => {
    signalProcesses(await machine.listPostgresProcesses(), 'SIGKILL');
    return async () => undefined;
  },
  async (machine) => {
    await machine.powerOff();
    return () => machine.powerOn();
  },
];

/** PostgreSQL stands still with open connections, or the whole machine does. */
export const freezes: readonly Injury[] = [
  async (machine) => freeze(await machine.listPostgresProcesses()),
  async (machine) => freeze(await machine.listProcesses()),
];

/** Nobody reaches the machine, or only the other database machines do not. */
export const networkCuts: readonly Injury[] = [
  async (machine) => {
    await machine.disconnect();
    return () => machine.reconnect();
  },
  async (machine) => {
    await machine.separate();
    return () => machine.reconnect();
  },
];
