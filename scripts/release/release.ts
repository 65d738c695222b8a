import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addReleaseHeading, nextVersion } from './changelog.ts';

// `npm run release -- minor`, run in a clone, raises the version, moves the changelog's unreleased changes under it,
// commits and tags. It does not push.

const repositoryRoot = process.cwd();
const readRootFile = (name: string) => readFileSync(join(repositoryRoot, name), 'utf8');
const runGit = (...args: string[]) =>
  execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Formats JSON as npm does. */
const formatJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The new content of all files that contain the version, by file name. */
function contentWithNewVersion(
  currentVersion: string,
  version: string,
): ReadonlyMap<string, string> {
  const lock = JSON.parse(readRootFile('package-lock.json'));
  const imageTag = (tagVersion: string) => `\${GUILDA_VERSION:-${tagVersion}}`;
  const composeText = readRootFile('compose.yaml');
  if (!composeText.includes(imageTag(currentVersion))) {
    throw new Error(`compose.yaml does not name the image of ${currentVersion}.`);
  }
  return new Map([
    ['package.json', formatJson({ ...JSON.parse(readRootFile('package.json')), version })],
    [
      'package-lock.json',
      formatJson({
        ...lock,
        version,
        packages: { ...lock.packages, '': { ...lock.packages[''], version } },
      }),
    ],
    ['compose.yaml', composeText.replace(imageTag(currentVersion), imageTag(version))],
    [
      'CHANGELOG.md',
      addReleaseHeading(
        readRootFile('CHANGELOG.md'),
        version,
        new Date().toISOString().slice(0, 10),
      ),
    ],
  ]);
}

function makeRelease(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { version: currentVersion } = JSON.parse(readRootFile('package.json')) as {
    version: string;
  };
  const version = nextVersion(currentVersion, positionals[0] ?? '');
  if (runGit('status', '--porcelain').trim()) {
    throw new Error('There are changes that are not committed: commit or remove them first.');
  }
  if (runGit('tag', '--list', `v${version}`).trim()) throw new Error(`v${version} exists already.`);
  const changes = contentWithNewVersion(currentVersion, version);
  if (values['dry-run']) {
    printLine(
      `${currentVersion} → ${version}: would change ${[...changes.keys()].join(', ')}; commit; tag.`,
    );
    return;
  }
  for (const [name, text] of changes) writeFileSync(join(repositoryRoot, name), text);
  runGit('commit', '--quiet', '--all', '--message', `chore(release): ${version}`);
  runGit('tag', '--annotate', `v${version}`, '--message', `Guilda ${version}`);
  printLine(
    `${currentVersion} → ${version}: committed and tagged v${version}. Now: git push --follow-tags`,
  );
}

try {
  makeRelease(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
