import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openFileStore } from '../composition/files.ts';
import type { BucketConfig, Config } from '../config/index.ts';
import { filesProbe } from '../modules/health/index.ts';
import {
  checkedFinding,
  errorCodeOf,
  type Finding,
  failedFinding,
  passedFinding,
} from '../platform/findings.ts';
import { readFreeBytes } from '../platform/uploads/free-space.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import { clockFindings } from './clocks.ts';
import { toProbeFinding } from './probe-finding.ts';

type FileSettings = Pick<Config, 'bucket' | 'filesDir' | 'dataDir' | 'minFreeDiskBytes'>;

const ANSWER_TIMEOUT_MS = 4_000;
/** Content of the test file. */
const TEST_FILE_TEXT = 'guilda doctor';

/** Finds the folder itself or, if it does not exist, its nearest existing parent. */
async function findNearestFolder(folder: string): Promise<string> {
  for (let currentFolder = folder; ; currentFolder = dirname(currentFolder)) {
    const isFolder = await stat(currentFolder).then(
      () => true,
      (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error)),
    );
    if (isFolder || currentFolder === dirname(currentFolder)) return currentFolder;
  }
}

/** Whether a folder is writable according to its permissions; nothing is created. */
async function isWritableFolder(path: string): Promise<boolean> {
  const rights = constants.R_OK | constants.W_OK | constants.X_OK;
  const folder = await stat(path).catch(() => null);
  if (!folder?.isDirectory()) return false;
  return access(path, rights).then(
    () => true,
    () => false,
  );
}

/** Writes, reads and removes a test file in a folder; returns the reason of a failure, or null. */
async function tryTestFile(folder: string): Promise<string | null> {
  const path = join(folder, `.guilda-doctor-${randomUUID()}`);
  try {
    await using file = await open(path, 'wx+', 0o600);
    await file.write(TEST_FILE_TEXT);
    await file.sync();
    const { buffer } = await file.read(Buffer.alloc(3), 0, 3, 7);
    return buffer.toString() === 'doc' ? null : 'o disco deu outra coisa do que foi guardado';
  } catch (error) {
    return errorCodeOf(error) || 'erro';
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Checks a folder of the program, without creating it. */
async function folderFinding(name: string, folder: string): Promise<Finding> {
  const nearest = await findNearestFolder(folder);
  const todo = 'Dê a pasta ao usuário com que a Guilda roda (chown), ou escolha outra.';
  if (nearest !== folder || !(await isWritableFolder(folder))) {
    return checkedFinding(
      await isWritableFolder(nearest),
      `${name}: ${folder} ainda não existe, e o início pode criá-la.`,
      `${name}: não dá para escrever em ${nearest}.`,
      todo,
    );
  }
  const refusal = await tryTestFile(folder);
  return checkedFinding(
    refusal === null,
    `${name}: guardar, ler e apagar funcionam em ${folder}.`,
    `${name}: não dá para guardar arquivos em ${folder} (${refusal}).`,
    refusal && /^(ENOSPC|EDQUOT)$/.test(refusal) ? 'O disco está cheio: abra espaço nele.' : todo,
  );
}

async function spaceFinding(folder: string, minFreeBytes: number): Promise<Finding> {
  const nearest = await findNearestFolder(folder);
  const disk = { storesUploads: true, freeBytes: () => readFreeBytes(nearest), minFreeBytes };
  const probeResult = await filesProbe(async () => undefined, disk).read();
  return toProbeFinding(
    probeResult.state === 'ok' ? { ...probeResult, text: 'O disco tem lugar.' } : probeResult,
  );
}

/** Texts of the findings by the reason with which the S3 adapter reports a refusal. */
const refusalTexts: readonly (readonly [form: RegExp, text: string, todo: string])[] = [
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|CredentialsProviderError/,
    'não aceita as chaves de acesso',
    'Confira S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY e S3_REGION.',
  ],
  [
    /RequestTimeTooSkewed|RequestExpired/,
    'recusa por causa do relógio deste computador',
    'Ligue o NTP nesta máquina.',
  ],
  [/NoSuchBucket|404/, 'não existe', 'Crie-o, ou corrija S3_BUCKET, S3_ENDPOINT e S3_REGION.'],
  [
    /403|AccessDenied|Forbidden/,
    'recusa o acesso',
    'Confira as chaves e dê-lhes ListBucket no bucket e GetObject, PutObject e DeleteObject no que há nele.',
  ],
  [
    /301|PermanentRedirect|AuthorizationHeaderMalformed/,
    'é de outra região',
    'Corrija S3_REGION (e S3_ENDPOINT, se houver).',
  ],
];

function refusalFinding(description: string, error: unknown): Finding {
  const causeMessage =
    error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const [, text, todo] = refusalTexts.find(([form]) => form.test(causeMessage)) ?? [];
  if (text && todo) return failedFinding(`${description}: o bucket ${text}.`, todo);
  return failedFinding(
    `${description}: o bucket não pôde ser usado.`,
    'Veja se este computador chega a S3_ENDPOINT e se o provedor está de pé.',
  );
}

/** Runs one step of the bucket test, adds its finding, and returns whether the step passed. */
async function runBucketStep(
  findings: Finding[],
  description: string,
  work: () => Promise<unknown>,
) {
  try {
    const hasSucceeded = (await work()) !== false;
    findings.push(
      hasSucceeded
        ? passedFinding(`${description}: funciona.`)
        : failedFinding(
            `${description}: o bucket deu outra coisa do que foi guardado.`,
            'Este provedor não fala S3 como deve: a Guilda precisa dele inteiro.',
          ),
    );
    return hasSucceeded;
  } catch (error) {
    findings.push(refusalFinding(description, error));
    return false;
  }
}

/** Writes an object with a unique name to the bucket, reads it in every way and removes it. */
async function tryTestObject(files: FileStore): Promise<Finding[]> {
  const findings: Finding[] = [];
  const key = `doctor/${randomUUID()}.zip`;
  const fileProperties = { contentType: 'application/zip', size: TEST_FILE_TEXT.length };
  const isStored = await runBucketStep(findings, 'Guardar', () =>
    files.put(key, Readable.from([Buffer.from(TEST_FILE_TEXT)]), fileProperties),
  );
  if (isStored) {
    await runBucketStep(findings, 'Perguntar o tamanho', async () => {
      return (await files.stat(key))?.size === TEST_FILE_TEXT.length;
    });
    await runBucketStep(findings, 'Ler um pedaço (Range)', async () => {
      const rangeStream = await files.get(key, { range: { start: 7, end: 9 } });
      return (
        rangeStream !== null &&
        rangeStream.size === TEST_FILE_TEXT.length &&
        (await text(rangeStream.stream)) === 'doc'
      );
    });
  }
  // The object is deleted even if the answer to the write was lost, because it may exist.
  const wasDeleted = await runBucketStep(findings, 'Apagar', () => files.delete(key));
  if (isStored && !wasDeleted) {
    findings.push(failedFinding(`No bucket ficou o objeto ${key}.`, 'Apague-o à mão.'));
  }
  return isStored ? findings : findings.slice(0, 1);
}

async function clockFinding(files: FileStore, clock: Clock): Promise<Finding[]> {
  const { origin } = files.presignedUrls ?? {};
  if (!origin) return [];
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const answer = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal }).catch(
    () => null,
  );
  return clockFindings('o bucket', answer?.headers.get('date') ?? null, clock);
}

async function bucketFindings(
  bucket: BucketConfig,
  filesDir: string,
  clock: Clock,
): Promise<Finding[]> {
  try {
    // Direct reads are switched on only because `clockFinding` reads the bucket's origin from `presignedUrls`.
    const files = await openFileStore(
      { bucket: { ...bucket, directReads: true }, filesDir },
      clock,
    );
    const clockPromise = clockFinding(files, clock);
    return [
      passedFinding('O bucket existe.'),
      ...(await tryTestObject(files)),
      ...(await clockPromise),
    ];
  } catch (error) {
    return [refusalFinding('Abrir', error)];
  }
}

/** Checks the file store; test files are removed again. */
export async function examineFiles(
  settings: FileSettings,
  clock: Clock,
): Promise<readonly Finding[]> {
  const { bucket, filesDir, dataDir } = settings;
  const dataDirFinding = folderFinding('DATA_DIR', dataDir);
  if (bucket) return [await dataDirFinding, ...(await bucketFindings(bucket, filesDir, clock))];
  return [
    await dataDirFinding,
    await folderFinding('FILES_DIR', filesDir),
    await spaceFinding(filesDir, settings.minFreeDiskBytes),
  ];
}
