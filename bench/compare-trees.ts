import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../packages/server/src/platform/network/free-port.ts';
import { measureAlternately } from './measure.ts';
import { hasPrintedUrl, quietEnv, type RunningProcess, startScript } from './processes.ts';

const PROGRAM_FILE = 'packages/server/test/programs/bare-program.ts';
const measuredLoad = { rounds: 5, seconds: 2 };

/** Waits until the demo data exists; returns the id of the first service or post of the list at `url`. */
async function readFirstId(url: string, listName: 'services' | 'posts'): Promise<string> {
  for (;;) {
    const answer = (await (await fetch(url)).json()) as Record<
      string,
      { id?: string; uid?: string }[]
    >;
    const [first] = answer[listName] ?? [];
    const id = first?.id ?? first?.uid;
    if (id !== undefined) return id;
    await delay(500);
  }
}

/** The URLs of a running program that are measured, by what they return. */
async function listAddresses({ url }: RunningProcess): Promise<Record<string, string>> {
  const serviceId = await readFirstId(`${url}/api/services?limit=1`, 'services');
  const postUid = await readFirstId(`${url}/api/social/posts?limit=1`, 'posts');
  return {
    list: `${url}/api/services?limit=20`,
    detail: `${url}/api/services/${serviceId}`,
    post: `${url}/api/social/post/${postUid}`,
    feed: `${url}/api/social/posts?limit=20`,
  };
}

/** Prints the requests per second of the program in this folder and of the one in `otherFolder`, loaded in turns. */
async function compareWith(otherFolder: string): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'guilda-compare-'));
  const start = async (name: string, folder?: string) => {
    const env = { ...quietEnv, SEED_DEMO: '1', DATA_DIR: join(dataFolder, name) };
    return startScript(PROGRAM_FILE, await findFreePort(), hasPrintedUrl, env, folder);
  };
  const programs = [await start('this'), await start('other', otherFolder)];
  try {
    const [own = {}, other = {}] = await Promise.all(programs.map(listAddresses));
    for (const kind of Object.keys(own)) {
      const urls = { own: own[kind] ?? '', other: other[kind] ?? '' };
      const results = await measureAlternately(urls, measuredLoad);
      const ratio = results.own.perSecond / results.other.perSecond;
      process.stdout.write(
        `${kind}: ${results.own.perSecond.toFixed(0)}/s ÷ ${results.other.perSecond.toFixed(0)}/s = ${ratio.toFixed(2)}\n`,
      );
    }
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
    await rm(dataFolder, { recursive: true, force: true });
  }
}

const [, , otherFolder] = process.argv;
if (otherFolder) await compareWith(otherFolder);
else process.stdout.write('Uso: npm run bench:compare -- PASTA\n');
