import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const repositoryRoot = fileURLToPath(new URL('../../../..', import.meta.url));
const guardScript = join(repositoryRoot, 'scripts', 'run.mjs');

let homeFolder: string;
let binFolder: string;
beforeEach(async () => {
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-run-'));
  binFolder = join(homeFolder, 'bin');
  await mkdir(binFolder);
  await symlink('/bin/sh', join(binFolder, 'sh'));
  await writeFile(join(homeFolder, 'program.mjs'), 'console.log("ran", ...process.argv.slice(2));');
});
afterEach(() => rm(homeFolder, { recursive: true, force: true }));

/** Creates a program in the search path that runs these shell lines and records every call. */
async function createStub(name: string, scriptLines = ''): Promise<void> {
  const recordCall = `echo "${name} $*" >> "${join(homeFolder, 'calls')}"`;
  await writeFile(join(binFolder, name), `#!/bin/sh\n${recordCall}\n${scriptLines}\n`);
  await chmod(join(binFolder, name), 0o755);
}

const readCalls = () => readFile(join(homeFolder, 'calls'), 'utf8').catch(() => '');

/** Creates a fake apt, whose `install` runs `installCommand`: by default it adds `redis-server` to the search path. */
async function stubApt(
  installCommand = `cp "${binFolder}/apt-cache" "${binFolder}/redis-server"`,
): Promise<void> {
  await symlink('/bin/cp', join(binFolder, 'cp'));
  await createStub('apt-cache');
  await createStub('apt-get', `case "$1" in install) ${installCommand};; esac`);
}

/** JavaScript that Node runs before `scripts/run.mjs`, so that the script behaves as on another machine. */
type PreloadedCode = string;
const asRoot: PreloadedCode = 'process.getuid = () => 0';
const asOrdinaryUser: PreloadedCode = 'process.getuid = () => 1000';
const onNode20: PreloadedCode =
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })';

/**
 * Runs `program.mjs` of the test through `scripts/run.mjs`, as package.json runs its programs. Only the stubs are
 * in the search path.
 */
async function runGuard(
  preloadedCode: PreloadedCode,
  args: readonly string[] = [],
  env = {},
  script = guardScript,
) {
  const { SETUP: _, CHROMIUM_PATH: __, ...inherited } = process.env;
  const program = relative(repositoryRoot, join(homeFolder, 'program.mjs'));
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(preloadedCode)}`];
  const child = spawn(process.execPath, [...preload, script, ...args, program, 'one', '--two'], {
    env: {
      ...inherited,
      PATH: binFolder,
      PLAYWRIGHT_BROWSERS_PATH: join(homeFolder, 'none'),
      ...env,
    },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout: stdout.trim(), stderr: stderr.trim(), code };
}

const STUB_OUTPUT = 'ran one --two';

describe('a command', () => {
  it('runs with its arguments', async () => {
    expect(await runGuard(asOrdinaryUser)).toEqual({ stdout: STUB_OUTPUT, stderr: '', code: 0 });
  });

  it('reports in one line that Node is too old, and how to get the right version', async () => {
    const { stdout, stderr, code } = await runGuard(onNode20);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toMatch(/^A Guilda usa o Node 24, e este é o 20\.19\.0\. .*npm ci .*$/);
  });

  it('reports in one line that the packages are not installed', async () => {
    await mkdir(join(homeFolder, 'scripts'));
    const script = join(homeFolder, 'scripts', 'run.mjs');
    await copyFile(guardScript, script);
    const { stderr, code } = await runGuard(asOrdinaryUser, [], {}, script);
    expect({ stderr, code }).toEqual({
      stderr: 'Faltam os pacotes do projeto. Rode: npm ci',
      code: 1,
    });
  });
});

describe('a command that needs system programs', () => {
  it('changes nothing on a machine that has them', async () => {
    await createStub('redis-server');
    await stubApt();
    expect(await runGuard(asRoot, ['--with=redis'])).toEqual({
      stdout: STUB_OUTPUT,
      stderr: '',
      code: 0,
    });
    expect(await readCalls()).toBe('redis-server --version\n');
  });

  it('installs missing system programs as root, and says so in one line', async () => {
    await stubApt();
    const { stdout, stderr, code } = await runGuard(asRoot, ['--with=redis']);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/apt-get: redis-server .*SETUP/),
      STUB_OUTPUT,
    ]);
    expect(await readCalls()).toMatch(/^apt-get install .*--no-install-recommends redis-server$/m);
  });

  it('installs missing system programs with sudo where sudo asks for no password', async () => {
    await stubApt();
    await createStub('sudo', '[ "$1" = -n ] && shift; [ "$1" = true ] || exec "$@"');
    const { stdout, code } = await runGuard(asOrdinaryUser, ['--with=redis']);
    expect(code).toBe(0);
    expect(stdout).toContain(STUB_OUTPUT);
    expect(await readCalls()).toMatch(/^sudo -n sh /m);
  });

  it.each([
    ['sudo asks for a password', asOrdinaryUser, {}, 'sudo '],
    ['SETUP=off forbids it', asRoot, { SETUP: 'off' }, ''],
  ])('installs nothing where %s, and says what to run', async (_, preloadedCode, env, sudo) => {
    await stubApt();
    await createStub('sudo', 'exit 1');
    const { stdout, stderr, code } = await runGuard(preloadedCode, ['--with=redis,chromium'], env);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^Falta instalar redis, chromium\./),
    ]);
    expect(stderr).toContain(
      ` Rode: ${sudo}apt-get update && ${sudo}apt-get install -y redis-server `,
    );
    expect(await readCalls()).not.toContain('apt-get install');
  });

  it('prints the error of the package manager when it fails', async () => {
    await stubApt('echo "E: no space left" >&2; exit 100');
    const { stderr, code } = await runGuard(asRoot, ['--with=redis']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^E: no space left\n\n {2}Falta instalar redis\. Rode: apt-get /);
  });

  it('does not replace a configured browser that does not start', async () => {
    const env = { CHROMIUM_PATH: join(homeFolder, 'gone') };
    const { stderr, code } = await runGuard(asRoot, ['--with=chromium'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^CHROMIUM_PATH \(.*gone\) .*$/);
  });
});
