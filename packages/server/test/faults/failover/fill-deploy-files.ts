import { readFileSync } from 'node:fs';

/** Number of database machines in `deploy/patroni`. */
export const MACHINE_COUNT = 3;

const deployFolder = new URL('../../../../../deploy/patroni/', import.meta.url);

/** Text that must occur in a file of `deploy/patroni`, and what replaces it. */
type Replacement = readonly [string, string];

/** The values that replace those of `deploy/patroni` on one machine. */
export interface MachineValues {
  /** Beginning of the addresses of all machines, such as `10.0.0.`. */
  readonly network: string;
  /** Number of the machine, from 1. */
  readonly number: number;
  /** Folder of the machine's data and sockets. */
  readonly folder: string;
  /** Folder of PostgreSQL's programs. */
  readonly binFolder: string;
}

/** Reads a file of `deploy/patroni` and replaces texts; throws when one of them does not occur. */
function fillFile(name: string, replacements: readonly Replacement[]): string {
  let text = readFileSync(new URL(name, deployFolder), 'utf8');
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/patroni/${name} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** The environment variables of an environment file, with name and address of the given machine. */
function fillEnvironment(
  name: string,
  { network, number }: MachineValues,
  replacements: readonly Replacement[],
): Readonly<Record<string, string>> {
  const assignments = fillFile(name, replacements).matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return Object.fromEntries(
    [...assignments].map(([, variable = '', value = '']) => {
      const ownValue =
        variable === 'ETCD_INITIAL_CLUSTER'
          ? value
          : value.replace(/^db1$/, `db${number}`).replaceAll('10.0.0.21', `10.0.0.2${number}`);
      return [variable, ownValue.replaceAll('10.0.0.', network)];
    }),
  );
}

/** The text of `deploy/patroni/patroni.yml` for one machine. */
export const fillPatroni = ({ network, folder, binFolder }: MachineValues): string =>
  fillFile('patroni.yml', [
    ['10.0.0.', network],
    ['/var/lib/postgresql/15/guilda', `${folder}/data`],
    ['/usr/lib/postgresql/15/bin', binFolder],
    ['/var/lib/postgresql/.pgpass-patroni', `${folder}/.pgpass`],
    ['/var/run/postgresql', folder],
  ]);

/** The variables of `deploy/patroni/patroni.env` for one machine. */
export const fillPatroniEnvironment = (values: MachineValues): Readonly<Record<string, string>> =>
  fillEnvironment('patroni.env', values, []);

/** The variables of `deploy/patroni/etcd.env` for one machine. */
export const fillEtcdEnvironment = (values: MachineValues): Readonly<Record<string, string>> =>
  fillEnvironment('etcd.env', values, [['/var/lib/etcd/guilda', `${values.folder}/etcd`]]);

/** The text of `deploy/patroni/haproxy.cfg` for a HAProxy that listens on `port` of this machine. */
export const fillHaproxy = (values: {
  readonly network: string;
  readonly folder: string;
  readonly port: number;
}): string =>
  fillFile('haproxy.cfg', [
    ['10.0.0.', values.network],
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${values.port}`],
    ['/run/haproxy/', `${values.folder}/`],
  ]);
