import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemChromium } from '../packages/e2e/support/chromium.ts';
import { findPostgres, hasNginx, hasRedis, runs } from '../packages/server/src/cluster/programs.ts';

const playwright = fileURLToPath(
  new URL('../node_modules/@playwright/test/cli.js', import.meta.url),
);

/** A program that tests or the cluster start, and that npm does not bring. */
interface Need {
  isThere(): Promise<boolean>;
  /** Packages of Debian and of what descends from it. */
  readonly apt: readonly string[];
  /** What it is called elsewhere. */
  readonly name: string;
}

/** Tells what is wrong and ends the process. */
function end(sentence: string): never {
  process.stderr.write(`\n  ${sentence}\n\n`);
  process.exit(1);
}

async function hasChromium(): Promise<boolean> {
  const named = process.env['CHROMIUM_PATH'];
  if (named && !(await runs(named))) {
    end(
      `CHROMIUM_PATH (${named}) não é um Chromium que rode aqui: corrija ou apague esta variável.`,
    );
  }
  const system = systemChromium();
  if (system && (await runs(system))) return true;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (!(await runs(own))) return false;
  // One of the system that does not start, such as Ubuntu's without snap, must not be taken.
  if (system) process.env['CHROMIUM_PATH'] = own;
  return true;
}

async function hasPostgres(): Promise<boolean> {
  const folder = await findPostgres(process.env['PG_BIN']);
  if (folder) process.env['PG_BIN'] = folder;
  return folder !== null;
}

const needs = {
  // The shell is quicker than the whole browser, which only a few journeys need.
  chromium: {
    isThere: hasChromium,
    apt: ['chromium', 'chromium-headless-shell'],
    name: 'chromium',
  },
  redis: { isThere: hasRedis, apt: ['redis-server'], name: 'redis' },
  nginx: { isThere: hasNginx, apt: ['nginx-light'], name: 'nginx' },
  postgresql: { isThere: hasPostgres, apt: ['postgresql'], name: 'postgresql' },
} satisfies Record<string, Need>;

type NeedName = keyof typeof needs;

/** What may be done to this machine; asked only when something is missing. */
function lookAround() {
  const has = (command: string) => !spawnSync(command, ['--version']).error;
  const isRoot = process.getuid?.() === 0;
  const apt = has('apt-get');
  return {
    apt,
    brew: !apt && has('brew'),
    isRoot,
    mayInstall: apt && (isRoot || spawnSync('sudo', ['-n', 'true']).status === 0),
    // Ubuntu has Chromium as a snap alone, which needs a running system around it.
    snap:
      existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8')),
  };
}

type Machine = ReturnType<typeof lookAround>;

/** How something missing is got. */
interface Way {
  /** What a person copies who does it by hand; null where it is called something that we do not know. */
  readonly line: string | null;
  /** What is run here, with the name it is told by; null when nobody may without being asked. */
  readonly run: { readonly by: string; readonly command: readonly string[] } | null;
}

/** A release that lacks a package may still do: what is missing is looked for afterwards. */
const APT = `apt-get update -qq
for name; do apt-cache show "$name" >/dev/null 2>&1 && known="$known $name"; done
DEBIAN_FRONTEND=noninteractive exec apt-get install -y -qq --no-install-recommends $known`;

function bySystem(missing: readonly NeedName[], machine: Machine): Way {
  const names = missing.map((one) => needs[one].name).join(' ');
  if (!machine.apt) return { line: machine.brew ? `brew install ${names}` : null, run: null };
  const packages = missing.flatMap((one) => needs[one].apt);
  const sudo = machine.isRoot ? '' : 'sudo ';
  return {
    line: `${sudo}apt-get update && ${sudo}apt-get install -y ${packages.join(' ')}`,
    run: machine.mayInstall
      ? {
          by: `apt-get: ${packages.join(' ')}`,
          command: [...(machine.isRoot ? [] : ['sudo', '-n']), 'sh', '-c', APT, 'sh', ...packages],
        }
      : null,
  };
}

function byPlaywright({ mayInstall }: Machine): Way {
  const args = ['install', ...(mayInstall ? ['--with-deps'] : []), 'chromium'];
  return {
    line: `npx playwright ${args.join(' ')}`,
    run: { by: 'Playwright: chromium', command: [process.execPath, playwright, ...args] },
  };
}

function waysTo(missing: readonly NeedName[], machine: Machine): readonly Way[] {
  const { apt, snap, mayInstall } = machine;
  const alone = missing.length === 1;
  const own = missing.includes('chromium') && (!apt || snap || (!mayInstall && alone));
  const others = missing.filter((one) => !(own && one === 'chromium'));
  return [
    ...(others.length > 0 ? [bySystem(others, machine)] : []),
    ...(own ? [byPlaywright(machine)] : []),
  ];
}

async function missingOf(names: readonly NeedName[]): Promise<readonly NeedName[]> {
  const there = await Promise.all(names.map((name) => needs[name].isThere()));
  return names.filter((_, index) => !there[index]);
}

function stop(missing: readonly NeedName[], ways: readonly Way[], why = ''): never {
  const names = missing.map((one) => needs[one].name).join(', ');
  const lines = ways.flatMap(({ line }) => line ?? []);
  process.stderr.write(why);
  end(`Falta instalar ${names}.${lines.length > 0 ? ` Rode: ${lines.join(' && ')}` : ''}`);
}

/**
 * Gets the programs that are missing, as far as that needs nobody's password; otherwise the process ends
 * with the one line to run. `SETUP=off` leaves the machine as it is.
 */
export async function setUp(names: readonly NeedName[]): Promise<void> {
  const missing = await missingOf(names);
  if (missing.length === 0) return;
  const ways = waysTo(missing, lookAround());
  if (process.env['SETUP'] === 'off') stop(missing, ways);
  let why = '';
  for (const { run } of ways) {
    if (!run) stop(missing, ways);
    const [command = '', ...args] = run.command;
    process.stdout.write(`  Instalando por ${run.by} (SETUP=off não instala nada)\n`);
    const { stderr } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    why += stderr;
  }
  const still = await missingOf(missing);
  if (still.length > 0) stop(still, waysTo(still, lookAround()), why);
}
