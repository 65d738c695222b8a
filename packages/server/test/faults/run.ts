import { clockSkew } from './clock-skew.ts';
import { databaseFrozen, slowStatementsFault } from './database-slow.ts';
import { diskFull } from './disk-full.ts';
import type { Fault, FaultSettings } from './fault.ts';
import { hostileSockets } from './hostile-sockets.ts';
import { databaseKilled, nodeKilled } from './killed.ts';
import { nodeWithoutDatabase, nodeWithoutRedis } from './node-cut-off.ts';
import { limitsWithoutRedis, redisFrozen, redisStopped } from './redis-away.ts';
import { cutsFault, stormFault } from './storms.ts';
import { webhooksFault } from './webhooks.ts';

/*
 * `npm run test:faults`: injects every fault under load and checks that the guarantees hold. Environment variables:
 * FAULTS_ONLY=name,name runs only these faults; FAULTS_ROUNDS is the number of kills of each kind (100 by default);
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
];

const randomSeed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 1e9));
const faultSettings: FaultSettings = {
  rounds: Number(process.env['FAULTS_ROUNDS'] ?? 100),
  seed: randomSeed,
};
const onlyNames = process.env['FAULTS_ONLY']?.split(',');
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

const knownNames = new Set(allFaults.map(({ name }) => name));
const unknownNames = onlyNames?.filter((name) => !knownNames.has(name)) ?? [];
if (unknownNames.length > 0) {
  printLine(
    `There is no fault ${unknownNames.join(', ')}. There are ${[...knownNames].join(', ')}.`,
  );
  process.exit(2);
}
const brokenGuarantees: string[] = [];
for (const fault of allFaults) {
  if (onlyNames && !onlyNames.includes(fault.name)) continue;
  if (!(await runFault(fault))) brokenGuarantees.push(fault.name);
}
printLine(
  brokenGuarantees.length === 0
    ? '\n✓ every guarantee was kept'
    : `\n✗ broken: ${brokenGuarantees.join(', ')}; FAULTS_SEED=${randomSeed} repeats it`,
);
process.exit(brokenGuarantees.length === 0 ? 0 : 1);
