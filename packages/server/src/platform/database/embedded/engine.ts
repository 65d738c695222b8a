import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { reasonOf } from '../log.ts';
import { bundledPackage, linkLibraries, readableCopy } from './bundled.ts';
import { EmbeddedDatabaseError, systemCode } from './errors.ts';
import { type Home, ids } from './home.ts';

const run = promisify(execFile);
const OLDEST_MAJOR = 15;

/** PostgreSQL's programs, found and tried. */
export interface Engine {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
  /** The whole environment for these programs; nothing else of ours reaches them. */
  readonly env: NodeJS.ProcessEnv;
}

interface Place {
  readonly dir: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Finds programs that run here under the home's account: those in `binDir` alone when it is given,
 * else the bundled ones, else the system's. With `wantedMajor` only that version will do, because a
 * cluster belongs to the major version that made it.
 * @throws EmbeddedDatabaseError `no_engine`, `version`
 */
export async function findEngine(
  home: Home,
  binDir: string | undefined,
  wantedMajor: number | undefined,
): Promise<Engine> {
  const refused: string[] = [];
  const others = new Set<number>();
  for await (const place of placesToTry(home, binDir, refused)) {
    const found = await tryPlace(place, home);
    if (typeof found === 'string') refused.push(`${place.dir}: ${found}`);
    else if (found.major < OLDEST_MAJOR) refused.push(`${place.dir}: versão ${found.major}`);
    else if (wantedMajor !== undefined && found.major !== wantedMajor) others.add(found.major);
    else return found;
  }
  if (wantedMajor !== undefined && others.size > 0) throw wrongVersion(home, wantedMajor, others);
  throw new EmbeddedDatabaseError(
    'no_engine',
    'Nenhum PostgreSQL utilizável foi encontrado. Rode "npm ci" sem omitir dependências opcionais, ' +
      'instale o PostgreSQL 15 ou mais novo, aponte PG_BIN para a pasta dos seus programas, ou use ' +
      `DATABASE_URL.${refused.map((reason) => `\n- ${reason}`).join('')}`,
  );
}

async function* placesToTry(
  home: Home,
  binDir: string | undefined,
  refused: readonly string[],
): AsyncGenerator<Place> {
  if (binDir !== undefined) {
    yield { dir: binDir };
    return;
  }
  const bundled = bundledPackage();
  if (bundled !== undefined) {
    const before = refused.length;
    yield await bundledPlace(bundled, home);
    const closed = refused.slice(before).some((reason) => reason.endsWith(NOT_READABLE));
    if (closed && home.account !== undefined) {
      yield await bundledPlace(await readableCopy(bundled), home);
    }
  }
  for (const dir of await systemFolders()) yield { dir };
}

async function bundledPlace(root: string, home: Home): Promise<Place> {
  const env = await linkLibraries(root, home.libraries);
  return { dir: join(root, 'native', 'bin'), env };
}

const NOT_READABLE = 'sem permissão de leitura para a conta que roda o PostgreSQL';

async function tryPlace(place: Place, home: Home): Promise<Engine | string> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const postgres = join(place.dir, `postgres${suffix}`);
  const initdb = join(place.dir, `initdb${suffix}`);
  const env = { ...baseEnvironment(), ...place.env };
  try {
    const options = { env, cwd: place.dir, timeout: 15_000, ...ids(home.account) };
    const { stdout } = await run(postgres, ['--version'], options);
    await access(initdb);
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return Number.isInteger(major) ? { initdb, postgres, major, env } : 'versão desconhecida';
  } catch (error) {
    if (systemCode(error) === 'EACCES' || reasonOf(error).includes('Permission denied')) {
      return NOT_READABLE;
    }
    return systemCode(error) === 'ENOENT' ? 'não encontrado' : firstLineOf(error);
  }
}

function firstLineOf(error: unknown): string {
  return reasonOf(error).split('\n').slice(0, 2).join(' ').trim();
}

/** PostgreSQL takes settings from PG* variables and words from the locale: it is given neither. */
function baseEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
  const ours = kept.map((name) => [name, process.env[name]] as const);
  return {
    ...Object.fromEntries(ours.filter(([, value]) => value !== undefined)),
    LC_ALL: 'C',
    TZ: 'UTC',
  };
}

async function systemFolders(): Promise<string[]> {
  const versions = (parent: string) =>
    readdir(parent)
      .catch(() => [])
      .then((names) => names.sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a)))
      .then((names) => names.map((name) => join(parent, name, 'bin')));
  const known = await Promise.all([
    versions('/usr/lib/postgresql'),
    versions('/usr/local/pgsql'),
    versions('/Library/PostgreSQL'),
  ]);
  const majors = [19, 18, 17, 16, 15];
  const packaged = majors.flatMap((major) => [
    `/usr/pgsql-${major}/bin`,
    `/opt/homebrew/opt/postgresql@${major}/bin`,
    `/usr/local/opt/postgresql@${major}/bin`,
    `/usr/libexec/postgresql${major}`,
  ]);
  const searched = (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== '');
  const existing: string[] = [];
  for (const dir of [...known.flat(), ...packaged, ...searched]) {
    const here = await access(join(dir, 'postgres')).then(
      () => true,
      () => false,
    );
    if (here) existing.push(dir);
  }
  return existing;
}

function wrongVersion(home: Home, wanted: number, found: Set<number>): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'version',
    `Os dados em ${home.root} são do PostgreSQL ${wanted}, mas aqui só há o ` +
      `${[...found].join(', ')}. Aponte PG_BIN para os programas da versão ${wanted}, ou aponte ` +
      'DATA_DIR para outra pasta e comece de novo.',
  );
}
