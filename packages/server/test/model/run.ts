import { parseArgs } from 'node:util';
import { cloneDatabase, ensureTemplate } from '../fixtures/server/template-database.ts';
import { openTestEngine } from '../fixtures/server/test-engine.ts';
import { findUnusedRows } from './coverage.ts';
import { allScopes, exploreScope } from './scopes.ts';
import { type SimulationResult, simulate } from './simulation/simulate.ts';

/*
 * `npm run model`: explores the money model completely, and then runs random steps of the program on a temporary
 * PostgreSQL. Options: `--steps`, `--seed`; `--simulations` is the number of concurrent simulations; `--at-once 1` makes a
 * seed repeat exactly; `--explore full`, `small` or `no`.
 */

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    simulations: { type: 'string', default: '4' },
    'at-once': { type: 'string', default: '3' },
    'check-every': { type: 'string' },
    explore: { type: 'string', default: 'full' },
  },
});
const [steps, seed] = [Number(values.steps), Number(values.seed)];
const printLine = (line: string) => process.stdout.write(`${line}\n`);

function exploreAll(scopeSize: 'small' | 'full'): boolean {
  const takenRows = new Set<string>();
  let isSound = true;
  for (const scope of allScopes) {
    if (scope.isFullOnly && scopeSize === 'small') continue;
    const startedAt = performance.now();
    const { stateCount, partCount, isComplete, rows, violation } = exploreScope(scope, scopeSize);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const coverageText = isComplete ? 'all of them' : `to a depth of ${scope.depth?.[scopeSize]}`;
    printLine(
      `${violation ? '✗' : '✓'} ${scope.name}: ${stateCount} states, ${coverageText}, ${partCount} parts of steps, ${seconds} s`,
    );
    for (const row of rows) takenRows.add(row);
    if (!violation) continue;
    isSound = false;
    for (const rule of violation.brokenRules) printLine(`  ${rule}`);
    for (const [n, step] of violation.path.entries()) printLine(`  ${n + 1}. ${step}`);
  }
  printUnusedRows(takenRows);
  return isSound;
}

function printUnusedRows(takenRows: Iterable<string>): void {
  const unusedRows = findUnusedRows(takenRows);
  printLine(
    unusedRows.length === 0
      ? '  every row of the tables was taken'
      : `  never taken: ${unusedRows.join('; ')}`,
  );
}

function printCounts(title: string, counts: ReadonlyMap<string, number>): void {
  printLine(`  ${title}`);
  for (const [name, count] of [...counts].sort())
    printLine(`    ${String(count).padStart(9)}  ${name}`);
}

function printResult({
  steps: stepCount,
  seconds,
  checks,
  counts,
  failure,
}: SimulationResult): void {
  const stepsPerSecond = (stepCount / seconds).toFixed(0);
  printLine(
    `${failure ? '✗' : '✓'} ${stepCount} steps with seed ${seed} in ${seconds.toFixed(0)} s (${stepsPerSecond}/s), the whole ledger checked ${checks} times`,
  );
  printCounts('steps', counts.steps);
  printCounts('faults', counts.faults);
  printCounts('rows', counts.rows);
  printUnusedRows(counts.rows.keys());
  if (failure) printLine(failure);
}

async function simulateAll(): Promise<boolean> {
  const engine = await openTestEngine();
  try {
    const database = await cloneDatabase(engine.url, await ensureTemplate(engine.url));
    const startedAt = performance.now();
    const result = await simulate({
      url: database.url,
      steps,
      seed,
      simulations: Number(values.simulations),
      atOnce: Number(values['at-once']),
      checkEvery: Number(values['check-every'] ?? Math.max(500, Math.floor(steps / 50))),
      progress: (stepsDone) => {
        const stepsPerSecond = stepsDone / ((performance.now() - startedAt) / 1000);
        printLine(`  ${stepsDone} steps, ${stepsPerSecond.toFixed(0)}/s`);
      },
    });
    printResult(result);
    await database.drop();
    return result.failure === null;
  } finally {
    await engine.end();
  }
}

const areScopesSound =
  values.explore === 'no' || exploreAll(values.explore === 'small' ? 'small' : 'full');
const didAllHold = steps === 0 || (await simulateAll());
process.exitCode = areScopesSound && didAllHold ? 0 : 1;
