import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const fileUrl = (path: string) => new URL(path, import.meta.url).href;

/**
 * Starts a program that loads these files in turn; returns the React build that it has loaded, and its NODE_ENV
 * afterwards.
 */
async function readLoadedReactBuild(...files: readonly string[]) {
  const script = `import { createRequire } from 'node:module';
    for (const file of ${JSON.stringify(files.map(fileUrl))}) await import(file);
    const { cache } = createRequire(import.meta.url);
    const builds = Object.values(cache).filter(({ loaded }) => loaded)
      .map(({ id }) => id).filter((path) => /\\/react[^/]*\\.(production|development)\\.js$/.test(path));
    console.log(JSON.stringify({ builds, mode: process.env.NODE_ENV ?? null }));`;
  const args = ['--input-type=module', '--eval', script];
  const env = { PATH: process.env['PATH'] };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as { builds: string[]; mode: string | null };
}

it('React renders with its production build in demo mode, without a change of NODE_ENV', async () => {
  const { builds, mode } = await readLoadedReactBuild('./production-react.ts', '../../main.ts');
  expect(builds).toContainEqual(expect.stringMatching(/react-dom-server.*\.production\.js$/));
  expect(builds.filter((path) => path.includes('development'))).toEqual([]);
  expect(mode).toBeNull();
});

it('the production build of React is loaded first where built pages are served', async () => {
  for (const script of ['start.ts', 'serve.ts']) {
    const source = await readFile(
      new URL(`../../../../../scripts/${script}`, import.meta.url),
      'utf8',
    );
    expect(/^import .*$/m.exec(source)?.[0]).toMatch(/production-react\.ts';$/);
  }
});
