import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { ensureReadableCopy, findBundledPackage, linkLibraries } from './bundled.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './errors.ts';
import { type DatabaseFolders, spawnOptionsFor } from './home.ts';
import { errorMessageOf } from './log.ts';

const execFileAsync = promisify(execFile);
const MIN_MAJOR_VERSION = 15;

/** PostgreSQL programs that were found and that can run. */
export interface Engine {
  /** Path of the program `initdb`. */
  readonly initdbPath: string;
  /** Path of the program `postgres`. */
  readonly postgresPath: string;
  /** Major version of these programs. */
  readonly majorVersion: number;
  /** The complete environment of these programs; they inherit no other variables. */
  readonly env: NodeJS.ProcessEnv;
}

/** A folder that may contain usable PostgreSQL programs. */
interface EngineCandidate {
  readonly dir: string;
  /** Environment variables that these programs need in addition to `baseEnvironment`. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Finds PostgreSQL programs that can run on this machine under the account of `folders`: only those in `binDir` when it
 * is given, else the bundled ones, else the system's. With `wantedMajor` only that version is accepted, because a
 * cluster can only be used with the major version that made it.
 * @throws EmbeddedDatabaseError `no_engine`, `version`
 */
export async function findEngine(
  folders: DatabaseFolders,
  binDir: string | undefined,
  wantedMajor: number | undefined,
): Promise<Engine> {
  const refusalReasons: string[] = [];
  const otherMajors = new Set<number>();
  for await (const candidate of engineCandidates(folders, binDir, refusalReasons)) {
    const engineOrReason = await tryCandidate(candidate, folders);
    if (typeof engineOrReason === 'string')
      refusalReasons.push(`${candidate.dir}: ${engineOrReason}`);
    else if (engineOrReason.majorVersion < MIN_MAJOR_VERSION)
      refusalReasons.push(`${candidate.dir}: versão ${engineOrReason.majorVersion}`);
    else if (wantedMajor !== undefined && engineOrReason.majorVersion !== wantedMajor)
      otherMajors.add(engineOrReason.majorVersion);
    else return engineOrReason;
  }
  if (wantedMajor !== undefined && otherMajors.size > 0)
    throw wrongVersionError(folders, wantedMajor, otherMajors);
  throw new EmbeddedDatabaseError(
    'no_engine',
    'Nenhum PostgreSQL utilizável foi encontrado. Rode "npm ci" sem omitir dependências opcionais, ' +
      'instale o PostgreSQL 15 ou mais novo, aponte PG_BIN para a pasta dos seus programas, ou use ' +
      `DATABASE_URL.${refusalReasons.map((reason) => `\n- ${reason}`).join('')}`,
  );
}

/**
 * Yields candidates in order of preference. Before the caller asks for the next candidate, it adds to `refusalReasons`
 * why the last one cannot run: if the bundled programs were not readable, a readable copy of them is next.
 */
async function* engineCandidates(
  folders: DatabaseFolders,
  binDir: string | undefined,
  refusalReasons: readonly string[],
): AsyncGenerator<EngineCandidate> {
  if (binDir !== undefined) {
    yield { dir: binDir };
    return;
  }
  const bundled = findBundledPackage();
  if (bundled !== undefined) {
    const earlierReasonCount = refusalReasons.length;
    yield await prepareBundledCandidate(bundled, folders);
    const isNotReadable = refusalReasons
      .slice(earlierReasonCount)
      .some((reason) => reason.endsWith(NOT_READABLE_TEXT));
    if (isNotReadable && folders.account !== undefined) {
      yield await prepareBundledCandidate(await ensureReadableCopy(bundled), folders);
    }
  }
  for (const dir of await findSystemFolders()) yield { dir };
}

async function prepareBundledCandidate(
  root: string,
  folders: DatabaseFolders,
): Promise<EngineCandidate> {
  const env = await linkLibraries(root, folders.libraryLinks);
  return { dir: join(root, 'native', 'bin'), env };
}

/** Reason to refuse programs that the account of PostgreSQL may not read or execute. */
const NOT_READABLE_TEXT = 'sem permissão de leitura para a conta que roda o PostgreSQL';

/** Returns the programs of a candidate, or in pt-BR why they cannot run. */
async function tryCandidate(
  candidate: EngineCandidate,
  folders: DatabaseFolders,
): Promise<Engine | string> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const postgresPath = join(candidate.dir, `postgres${suffix}`);
  const initdbPath = join(candidate.dir, `initdb${suffix}`);
  const env = { ...baseEnvironment(), ...candidate.env };
  try {
    const options = {
      env,
      cwd: candidate.dir,
      timeout: 15_000,
      ...spawnOptionsFor(folders.account),
    };
    const { stdout } = await execFileAsync(postgresPath, ['--version'], options);
    await access(initdbPath);
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return Number.isInteger(major)
      ? { initdbPath, postgresPath, majorVersion: major, env }
      : 'versão desconhecida';
  } catch (error) {
    if (
      systemErrorCode(error) === 'EACCES' ||
      errorMessageOf(error).includes('Permission denied')
    ) {
      return NOT_READABLE_TEXT;
    }
    return systemErrorCode(error) === 'ENOENT' ? 'não encontrado' : firstLineOf(error);
  }
}

function firstLineOf(error: unknown): string {
  return errorMessageOf(error).split('\n').slice(0, 2).join(' ').trim();
}

/**
 * Environment variables for PostgreSQL: without PG* variables, from which PostgreSQL takes settings, and without a
 * locale that translates messages.
 */
function baseEnvironment(): NodeJS.ProcessEnv {
  const inheritedNames = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
  const inheritedEntries = inheritedNames.map((name) => [name, process.env[name]] as const);
  return {
    ...Object.fromEntries(inheritedEntries.filter(([, value]) => value !== undefined)),
    LC_ALL: 'C',
    TZ: 'UTC',
  };
}

async function findSystemFolders(): Promise<string[]> {
  const listVersions = (parent: string) =>
    readdir(parent)
      .catch(() => [])
      .then((names) => names.sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a)))
      .then((names) => names.map((name) => join(parent, name, 'bin')));
  const knownFolders = await Promise.all([
    listVersions('/usr/lib/postgresql'),
    listVersions('/usr/local/pgsql'),
    listVersions('/Library/PostgreSQL'),
  ]);
  const majors = [19, 18, 17, 16, 15];
  const packageFolders = majors.flatMap((major) => [
    `/usr/pgsql-${major}/bin`,
    `/opt/homebrew/opt/postgresql@${major}/bin`,
    `/usr/local/opt/postgresql@${major}/bin`,
    `/usr/libexec/postgresql${major}`,
  ]);
  const pathFolders = (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== '');
  const existingFolders: string[] = [];
  for (const dir of [...knownFolders.flat(), ...packageFolders, ...pathFolders]) {
    const hasPrograms = await access(join(dir, 'postgres')).then(
      () => true,
      () => false,
    );
    if (hasPrograms) existingFolders.push(dir);
  }
  return existingFolders;
}

function wrongVersionError(
  folders: DatabaseFolders,
  wantedMajor: number,
  foundMajors: Set<number>,
): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'version',
    `Os dados em ${folders.root} são do PostgreSQL ${wantedMajor}, mas aqui só há o ` +
      `${[...foundMajors].join(', ')}. Aponte PG_BIN para os programas da versão ${wantedMajor}, ou aponte ` +
      'DATA_DIR para outra pasta e comece de novo.',
  );
}
