import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nextVersion, releaseNotes } from './changelog.ts';

// `npm run release -- minor` in a clone: raises the version, dates the changelog's unreleased part, commits and tags.
// Pushes nothing.

const root = process.cwd();
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const say = (line: string) => process.stdout.write(`${line}\n`);

/** JSON formatted like npm. */
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Files that contain the version, with their new content. */
function changesFor(current: string, version: string): ReadonlyMap<string, string> {
  const lock = JSON.parse(read('package-lock.json'));
  const tag = (of: string) => `\${GUILDA_VERSION:-${of}}`;
  const compose = read('compose.yaml');
  if (!compose.includes(tag(current))) {
    throw new Error(`compose.yaml does not name the image of ${current}.`);
  }
  return new Map([
    ['package.json', json({ ...JSON.parse(read('package.json')), version })],
    [
      'package-lock.json',
      json({
        ...lock,
        version,
        packages: { ...lock.packages, '': { ...lock.packages[''], version } },
      }),
    ],
    ['compose.yaml', compose.replace(tag(current), tag(version))],
    [
      'CHANGELOG.md',
      releaseNotes(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)),
    ],
  ]);
}

function release(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { version: current } = JSON.parse(read('package.json')) as { version: string };
  const version = nextVersion(current, positionals[0] ?? '');
  if (git('status', '--porcelain').trim()) {
    throw new Error('There are changes that are not committed: commit or remove them first.');
  }
  if (git('tag', '--list', `v${version}`).trim()) throw new Error(`v${version} exists already.`);
  const changes = changesFor(current, version);
  if (values['dry-run']) {
    say(`${current} → ${version}: would change ${[...changes.keys()].join(', ')}; commit; tag.`);
    return;
  }
  for (const [name, text] of changes) writeFileSync(join(root, name), text);
  git('commit', '--quiet', '--all', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Guilda ${version}`);
  say(`${current} → ${version}: committed and tagged v${version}. Now: git push --follow-tags`);
}

try {
  release(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
