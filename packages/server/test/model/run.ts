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
  const taken = new Set<string>();
  let sound = true;
  for (const scope of allScopes) {
    if (scope.isFullOnly && scopeSize === 'small') continue;
    const began = performance.now();
    const { stateCount, partCount, isComplete, rows, violation } = exploreScope(scope, scopeSize);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const reach = isComplete ? 'all of them' : `to a depth of ${scope.depth?.[scopeSize]}`;
    printLine(
      `${violation ? '✗' : '✓'} ${scope.name}: ${stateCount} states, ${reach}, ${partCount} parts of steps, ${seconds} s`,
    );
    for (const row of rows) taken.add(row);
    if (!violation) continue;
    sound = false;
    for (const what of violation.brokenRules) printLine(`  ${what}`);
    for (const [n, step] of violation.path.entries()) printLine(`  ${n + 1}. ${step}`);
  }
  printUnusedRows(taken);
  return sound;
}

function printUnusedRows(takenRows: Iterable<string>): void {
  const never = findUnusedRows(takenRows);
  printLine(
    never.length === 0
      ? '  every row of the tables was taken'
      : `  never taken: ${never.join('; ')}`,
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
  const rate = (stepCount / seconds).toFixed(0);
  printLine(
    `${failure ? '✗' : '✓'} ${stepCount} steps with seed ${seed} in ${seconds.toFixed(0)} s (${rate}/s), the whole ledger checked ${checks} times`,
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
    const began = performance.now();
    const result = await simulate({
      url: database.url,
      steps,
      seed,
      simulations: Number(values.simulations),
      atOnce: Number(values['at-once']),
      checkEvery: Number(values['check-every'] ?? Math.max(500, Math.floor(steps / 50))),
      progress: (done) => {
        const rate = done / ((performance.now() - began) / 1000);
        printLine(`  ${done} steps, ${rate.toFixed(0)}/s`);
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
