import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemChromium } from '../packages/e2e/support/chromium.ts';
import {
  canRun,
  findPostgres,
  hasEtcd,
  hasHaproxy,
  hasNginx,
  hasPatroni,
  hasPgBackRest,
  hasRedis,
} from '../packages/server/src/cluster/programs.ts';

const playwrightCommandFile = fileURLToPath(
  new URL('../node_modules/@playwright/test/cli.js', import.meta.url),
);

/** A program that the tests or `npm run cluster` need and that npm does not install. */
interface NeededProgram {
  isInstalled(): Promise<boolean>;
  /** Names of the Debian packages that contain the program. */
  readonly aptPackages: readonly string[];
  /** Name of the program in other package managers, such as Homebrew. */
  readonly name: string;
}

/** Prints a sentence to stderr and exits with code 1. */
function exitWithError(sentence: string): never {
  process.stderr.write(`\n  ${sentence}\n\n`);
  process.exit(1);
}

async function hasChromium(): Promise<boolean> {
  const chromiumPath = process.env['CHROMIUM_PATH'];
  if (chromiumPath && !(await canRun(chromiumPath))) {
    exitWithError(
      `CHROMIUM_PATH (${chromiumPath}) não é um Chromium que rode aqui: corrija ou apague esta variável.`,
    );
  }
  const systemPath = systemChromium();
  if (systemPath && (await canRun(systemPath))) return true;
  const { chromium } = await import('@playwright/test');
  const playwrightChromium = chromium.executablePath();
  if (!(await canRun(playwrightChromium))) return false;
  // A system Chromium that does not start, such as Ubuntu's without snap, is replaced by Playwright's Chromium.
  if (systemPath) process.env['CHROMIUM_PATH'] = playwrightChromium;
  return true;
}

async function hasPostgres(): Promise<boolean> {
  const folder = await findPostgres(process.env['PG_BIN']);
  if (folder) process.env['PG_BIN'] = folder;
  return folder !== null;
}

const neededPrograms = {
  // The headless shell is preferred because it starts faster; only a few tests need the whole browser.
  chromium: {
    isInstalled: hasChromium,
    aptPackages: ['chromium', 'chromium-headless-shell'],
    name: 'chromium',
  },
  redis: { isInstalled: hasRedis, aptPackages: ['redis-server'], name: 'redis' },
  nginx: { isInstalled: hasNginx, aptPackages: ['nginx-light'], name: 'nginx' },
  postgresql: { isInstalled: hasPostgres, aptPackages: ['postgresql'], name: 'postgresql' },
  pgbackrest: { isInstalled: hasPgBackRest, aptPackages: ['pgbackrest'], name: 'pgbackrest' },
  patroni: { isInstalled: hasPatroni, aptPackages: ['patroni', 'python3-etcd'], name: 'patroni' },
  etcd: { isInstalled: hasEtcd, aptPackages: ['etcd-server'], name: 'etcd' },
  haproxy: { isInstalled: hasHaproxy, aptPackages: ['haproxy'], name: 'haproxy' },
} satisfies Record<string, NeededProgram>;

type NeededProgramName = keyof typeof neededPrograms;

/**
 * Finds out which package managers this machine has and whether they may be used; called only if a program is missing.
 */
function inspectMachine() {
  const isInstalled = (command: string) => !spawnSync(command, ['--version']).error;
  const isRoot = process.getuid?.() === 0;
  const apt = isInstalled('apt-get');
  return {
    apt,
    brew: !apt && isInstalled('brew'),
    isRoot,
    mayInstall: apt && (isRoot || spawnSync('sudo', ['-n', 'true']).status === 0),
    // Ubuntu offers Chromium only as a snap, which does not work in containers.
    snap:
      existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8')),
  };
}

type InspectedMachine = ReturnType<typeof inspectMachine>;

/** A way to install missing programs. */
interface Installation {
  /** Command line for a manual installation, to be printed; null if there is no known package manager. */
  readonly commandLine: string | null;
  /** Command that `setUp` runs, with the text to print for it; null without the permission to install. */
  readonly run: { readonly by: string; readonly command: readonly string[] } | null;
}

/**
 * Shell script that installs those of the given packages that the Debian release has, and skips all others. The caller
 * then checks which programs are still missing.
 */
const APT_SCRIPT = `apt-get update -qq
for name; do apt-cache show "$name" >/dev/null 2>&1 && known="$known $name"; done
DEBIAN_FRONTEND=noninteractive exec apt-get install -y -qq --no-install-recommends $known`;

function installWithSystem(
  missingNames: readonly NeededProgramName[],
  machine: InspectedMachine,
): Installation {
  const names = missingNames.map((programName) => neededPrograms[programName].name).join(' ');
  if (!machine.apt)
    return { commandLine: machine.brew ? `brew install ${names}` : null, run: null };
  const packages = missingNames.flatMap((programName) => neededPrograms[programName].aptPackages);
  const sudo = machine.isRoot ? '' : 'sudo ';
  return {
    commandLine: `${sudo}apt-get update && ${sudo}apt-get install -y ${packages.join(' ')}`,
    run: machine.mayInstall
      ? {
          by: `apt-get: ${packages.join(' ')}`,
          command: [
            ...(machine.isRoot ? [] : ['sudo', '-n']),
            'sh',
            '-c',
            APT_SCRIPT,
            'sh',
            ...packages,
          ],
        }
      : null,
  };
}

function installWithPlaywright({ mayInstall }: InspectedMachine): Installation {
  const args = ['install', ...(mayInstall ? ['--with-deps'] : []), 'chromium'];
  return {
    commandLine: `npx playwright ${args.join(' ')}`,
    run: {
      by: 'Playwright: chromium',
      command: [process.execPath, playwrightCommandFile, ...args],
    },
  };
}

function installationsFor(
  missingNames: readonly NeededProgramName[],
  machine: InspectedMachine,
): readonly Installation[] {
  const { apt, snap, mayInstall } = machine;
  const isOnlyOne = missingNames.length === 1;
  const usesPlaywright =
    missingNames.includes('chromium') && (!apt || snap || (!mayInstall && isOnlyOne));
  const otherNames = missingNames.filter(
    (programName) => !(usesPlaywright && programName === 'chromium'),
  );
  return [
    ...(otherNames.length > 0 ? [installWithSystem(otherNames, machine)] : []),
    ...(usesPlaywright ? [installWithPlaywright(machine)] : []),
  ];
}

async function findMissing(
  names: readonly NeededProgramName[],
): Promise<readonly NeededProgramName[]> {
  const isInstalledByIndex = await Promise.all(
    names.map((name) => neededPrograms[name].isInstalled()),
  );
  return names.filter((_, index) => !isInstalledByIndex[index]);
}

function exitWithInstructions(
  missingNames: readonly NeededProgramName[],
  installations: readonly Installation[],
  reason = '',
): never {
  const names = missingNames.map((programName) => neededPrograms[programName].name).join(', ');
  const lines = installations.flatMap(({ commandLine }) => commandLine ?? []);
  process.stderr.write(reason);
  exitWithError(
    `Falta instalar ${names}.${lines.length > 0 ? ` Rode: ${lines.join(' && ')}` : ''}`,
  );
}

/**
 * Installs missing programs if that needs no password; otherwise exits and prints the command to run. `SETUP=off`
 * installs nothing.
 */
export async function setUp(names: readonly NeededProgramName[]): Promise<void> {
  const missingNames = await findMissing(names);
  if (missingNames.length === 0) return;
  const installations = installationsFor(missingNames, inspectMachine());
  if (process.env['SETUP'] === 'off') exitWithInstructions(missingNames, installations);
  let failure = '';
  for (const { run } of installations) {
    if (!run) exitWithInstructions(missingNames, installations);
    const [command = '', ...args] = run.command;
    process.stdout.write(`  Instalando por ${run.by} (SETUP=off não instala nada)\n`);
    const { stderr } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    failure += stderr;
  }
  const stillMissing = await findMissing(missingNames);
  if (stillMissing.length > 0)
    exitWithInstructions(stillMissing, installationsFor(stillMissing, inspectMachine()), failure);
}
