import { runCuts } from './cuts.ts';
import { openHouse } from './house.ts';
import { runStorm } from './storm.ts';

/**
 * `npm run test:chaos`: everything that may fail fails, again and again, under people's hands.
 * Environment: CHAOS_MESSAGES, CHAOS_CLIENTS, CHAOS_SECONDS (the storm); CHAOS_CUTS, CHAOS_SPEED (one
 * person cut off, 1 to 120 s divided by the speed); CHAOS_SEED repeats a run; CHAOS_ONLY=storm or cuts.
 */
const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const seed = number('CHAOS_SEED', Math.floor(Math.random() * 1e9));
const only = process.env['CHAOS_ONLY'];
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Counts {
  readonly lost: number;
  readonly duplicated: number;
  readonly reordered: number;
  readonly examples: readonly string[];
}

/** Says the verdict; whether everything was kept. */
function tell({ lost, duplicated, reordered, examples }: Counts): boolean {
  say(`  ${lost} lost, ${duplicated} duplicated, ${reordered} reordered`);
  for (const example of examples) say(`  ✗ ${example}`);
  return lost + duplicated + reordered === 0;
}

async function storm(): Promise<boolean> {
  const settings = {
    messages: number('CHAOS_MESSAGES', 10_000),
    clients: number('CHAOS_CLIENTS', 20),
    seconds: number('CHAOS_SECONDS', 180),
    seed,
  };
  say(`▸ storm: ${JSON.stringify(settings)}`);
  const house = await openHouse();
  try {
    const outcome = await runStorm(house, settings);
    say(`  ${[...outcome.tally].map(([name, times]) => `${name} ${times}×`).join(', ')}`);
    say(`  clients lost their line ${outcome.losses}×; ${outcome.stored} messages stored`);
    say(`  everything had arrived ${outcome.settledAfter.toFixed(1)} s after the last fault`);
    return tell(outcome) && outcome.stored >= settings.messages;
  } finally {
    await house.close();
  }
}

async function cuts(): Promise<boolean> {
  const settings = { cuts: number('CHAOS_CUTS', 50), speed: number('CHAOS_SPEED', 20), seed };
  say(`▸ cuts: ${JSON.stringify(settings)}`);
  const house = await openHouse();
  try {
    const outcome = await runCuts(house, settings);
    const { returns } = outcome;
    const p99 = returns[Math.ceil(returns.length * 0.99) - 1] ?? 0;
    const longest = returns.at(-1) ?? 0;
    const inTime = returns.filter((ms) => ms <= 3_000).length / returns.length;
    say(`  ${outcome.stored} messages stored`);
    say(
      `  what was missed was there after ${p99.toFixed(0)} ms (p99), ${longest.toFixed(0)} ms at most`,
    );
    return tell(outcome) && inTime >= 0.98 && longest <= 10_000;
  } finally {
    await house.close();
  }
}

let kept = true;
if (only !== 'cuts') kept = await storm();
if (only !== 'storm') kept = (await cuts()) && kept;
say(kept ? '✓ every promise was kept' : `✗ broken; CHAOS_SEED=${seed} repeats it`);
process.exit(kept ? 0 : 1);
