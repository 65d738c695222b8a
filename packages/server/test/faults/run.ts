import { parseArgs } from 'node:util';
import { clockSkew } from './clock-skew.ts';
import { databaseFrozen, slowStatementsFault } from './database-slow.ts';
import { diskFull } from './disk-full.ts';
import { failoverFaults } from './failover/failover.ts';
import type { Fault, FaultSettings } from './fault.ts';
import { hostileSockets } from './hostile-sockets.ts';
import { databaseKilled, nodeKilled } from './killed.ts';
import { nodeWithoutDatabase, nodeWithoutRedis } from './node-cut-off.ts';
import { limitsWithoutRedis, redisFrozen, redisStopped } from './redis-away.ts';
import { cutsFault, stormFault } from './storms.ts';
import { webhooksFault } from './webhooks.ts';

/*
 * `npm run test:faults`: injects every fault under load and checks that the guarantees hold. Only the failover faults
 * are left out, which `npm run test:failover` injects. Arguments: names of faults, of which the beginning up to a
 * hyphen is enough, and `--rounds NUMBER`. Environment variables: FAULTS_ONLY=name,name runs only these faults;
 * FAULTS_ROUNDS is the number of repetitions, such as kills of each kind (100 by default, 50 failovers);
 * FAULTS_SEED repeats a run; FAULTS_MESSAGES and FAULTS_STORM_SECONDS set the size of the fault `storm`; FAULTS_CUTS is
 * the number of outages of the fault `cuts`, whose 1 to 120 s are divided by FAULTS_SPEED; PG_BIN selects a PostgreSQL.
 */

const allFaults: readonly Fault[] = [
  nodeKilled,
  databaseKilled,
  redisStopped,
  redisFrozen,
  limitsWithoutRedis,
  nodeWithoutRedis,
  nodeWithoutDatabase,
  databaseFrozen,
  slowStatementsFault,
  diskFull,
  hostileSockets,
  webhooksFault,
  clockSkew,
  cutsFault,
  stormFault,
  ...failoverFaults,
];

const randomSeed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 1e9));
const { values: options, positionals } = parseArgs({
  options: { rounds: { type: 'string' } },
  allowPositionals: true,
});
const roundsText = options.rounds ?? process.env['FAULTS_ROUNDS'];
const faultSettings: FaultSettings = {
  rounds: roundsText === undefined ? undefined : Number(roundsText),
  seed: randomSeed,
};
const onlyNames = [...positionals, ...(process.env['FAULTS_ONLY']?.split(',') ?? [])];
const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Injects one fault and prints its outcome; returns whether the guarantee was kept. */
async function runFault({ name, guarantee, needs, run }: Fault): Promise<boolean> {
  printLine(`\n▸ ${name}: ${guarantee}`);
  const startedAt = performance.now();
  const outcome = await run(faultSettings).catch((error: unknown) => ({
    isGuaranteeKept: false,
    figures: {},
    examples: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  if (outcome === null) {
    printLine(`– not tried: it needs ${needs ?? 'another machine'}`);
    return true;
  }
  const figures = Object.entries(outcome.figures);
  const width = Math.max(0, ...figures.map(([what]) => what.length));
  for (const [what, figure] of figures) printLine(`  ${what.padEnd(width)}  ${figure}`);
  for (const example of outcome.examples ?? []) printLine(`  ✗ ${example}`);
  printLine(outcome.isGuaranteeKept ? `✓ kept (${seconds} s)` : `✗ broken (${seconds} s)`);
  return outcome.isGuaranteeKept;
}

const isNamed = ({ name }: Fault, wantedName: string) =>
  name === wantedName || name.startsWith(`${wantedName}-`);
const unknownNames = onlyNames.filter(
  (wantedName) => !allFaults.some((fault) => isNamed(fault, wantedName)),
);
if (unknownNames.length > 0) {
  const knownNames = allFaults.map(({ name }) => name).join(', ');
  printLine(`There is no fault ${unknownNames.join(', ')}. There are ${knownNames}.`);
  process.exit(2);
}
const faultsToInject = allFaults.filter((fault) =>
  onlyNames.length > 0
    ? onlyNames.some((wantedName) => isNamed(fault, wantedName))
    : !fault.isOnlyByName,
);
const brokenGuarantees: string[] = [];
for (const fault of faultsToInject) {
  if (!(await runFault(fault))) brokenGuarantees.push(fault.name);
}
printLine(
  brokenGuarantees.length === 0
    ? '\n✓ every guarantee was kept'
    : `\n✗ broken: ${brokenGuarantees.join(', ')}; FAULTS_SEED=${randomSeed} repeats it`,
);
process.exit(brokenGuarantees.length === 0 ? 0 : 1);
