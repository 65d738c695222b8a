import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeProblem } from './node-version.mjs';

const repositoryRoot = fileURLToPath(new URL('..', import.meta.url));
const expectedSentence = /^A Guilda usa o Node 24, e este é o 20\.19\.0\. .*npm ci .*$/;

/** Runs a program with a Node that claims to be version 20.19.0. */
async function runOnNode20(...args: readonly string[]) {
  const pretence =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })";
  const preload = `data:text/javascript,${encodeURIComponent(pretence)}`;
  const child = spawn(process.execPath, ['--import', preload, ...args], { cwd: repositoryRoot });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { stderr: stderr.trim(), code };
}

describe('nodeProblem', () => {
  it('returns one sentence for an old Node and null for a supported one', () => {
    expect(nodeProblem('20.19.0')).toMatch(expectedSentence);
    expect(nodeProblem('24.0.0')).toBeNull();
    expect(nodeProblem('25.1.0')).toBeNull();
  });
});

describe('a program started with an old Node', () => {
  it.each([
    ['the server', ['packages/server/src/main.ts']],
    ['vitest', ['node_modules/vitest/vitest.mjs', 'list', '--project', 'unit']],
    [
      'Playwright',
      ['node_modules/@playwright/test/cli.js', 'test', '-c', 'packages/e2e', '--list'],
    ],
  ])('%s prints one sentence and exits with 1', async (_name, args) => {
    const { stderr, code } = await runOnNode20(...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(expectedSentence);
  });
});
