import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import fastifyMultipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { ErrorCode } from '@guilda/contract/errors';
import { errors } from '@guilda/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import {
  type DeclaredFiles,
  type Form,
  type FormReader,
  jsonForm,
  missingFiles,
  type UploadedFile,
  type UploadedFiles,
} from '../http/form.ts';
import { err, ok, type Result } from '../result.ts';
import { discardRest, type Lingering } from './discard-rest.ts';
import type { TempDir } from './temp-dir.ts';
import { writePart } from './write-part.ts';

const KiB = 1024;
/** Bytes of one text field; beyond it the field is cut and refused. */
const maxFieldBytes = 64 * KiB;
/** Bytes of a request beyond its declared files: text fields, part headers, boundaries. */
const maxOtherBytes = 512 * KiB;
/** Text fields: the fifty ids of a pack may come as so many fields of one name. */
const maxFields = 100;
/** File parts taken in, and thrown away, beyond the declared ones before the request is cut. */
const spareFiles = 10;

export interface FormReaderDeps {
  /** Where the files of a request lie until it is answered. */
  readonly temp: TempDir;
  /** Bytes of one file of a pack (`MAX_ARCHIVE_MB`), in place of what the contract declares. */
  readonly maxArchiveBytes?: number;
  readonly lingering?: Lingering;
}

/** Teaches the application to accept `multipart/form-data`; reading it is up to `formReader`. */
export async function useMultipart(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });
}

/**
 * A `FormReader`: JSON as it was parsed, or multipart with its text fields as the body (a repeated
 * name gives an array, the schema decides about unknown ones) and its declared files written to
 * `temp`, where disposing of the form's files removes them. On a refusal, or when the client goes
 * away, nothing stays in `temp`.
 *
 * Refusals: `file_too_large` as soon as a file or the whole request passes its cap,
 * `body_too_large` (too many parts), `malformed_request`, `invalid_text` (NUL in a name),
 * `storage_unavailable`. Files that are not declared or too many, and texts out of place, are
 * thrown away and reported in `issues`. The body limit of Fastify does not apply here.
 */
export function formReader(deps: FormReaderDeps): FormReader {
  return async (request, inContract) => {
    const declared = withSettings(inContract, deps.maxArchiveBytes);
    if (!request.isMultipart()) return jsonForm(request.body, declared);
    // A client already gone would be waited for without end.
    if (request.raw.destroyed) return err('malformed_request');
    const cap = bytesAllowed(declared);
    if (Number(request.headers['content-length']) > cap) {
      discardRest(request.raw, deps.lingering);
      return err('file_too_large');
    }
    return readMultipart(request, newIntake(deps.temp, declared), cap, deps.lingering);
  };
}

function withSettings(declared: DeclaredFiles, maxBytes: number | undefined): DeclaredFiles {
  if (maxBytes === undefined) return declared;
  const fields = Object.entries(declared).map(
    ([name, file]) => [name, file.kind === 'archive' ? { ...file, maxBytes } : file] as const,
  );
  return Object.fromEntries(fields);
}

/** What has been taken in of a request so far. */
interface Intake {
  readonly temp: TempDir;
  readonly declared: DeclaredFiles;
  readonly body: Record<string, string | string[]>;
  readonly files: Map<string, UploadedFile[]>;
  readonly issues: { path: string; message: string }[];
  /** Every temporary file made, complete or not. */
  readonly paths: string[];
  /** The file part being written. */
  current: { readonly source: Readable; readonly written: Promise<unknown> } | null;
  closed: boolean;
}

/** Ends the reading of a request with a refusal. */
class Refused extends Error {
  readonly refusal: ErrorCode;

  constructor(refusal: ErrorCode) {
    super(refusal);
    this.refusal = refusal;
  }
}

function newIntake(temp: TempDir, declared: DeclaredFiles): Intake {
  const files = new Map(Object.keys(declared).map((name) => [name, []]));
  return { temp, declared, body: {}, files, issues: [], paths: [], current: null, closed: false };
}

function bytesAllowed(declared: DeclaredFiles): number {
  const files = Object.values(declared).reduce(
    (sum, { maxBytes, maxCount }) => sum + maxBytes * maxCount,
    0,
  );
  return files + maxOtherBytes;
}

async function readMultipart(
  request: FastifyRequest,
  intake: Intake,
  cap: number,
  lingering?: Lingering,
): Promise<Result<Form>> {
  const overflow = watchOverflow(request, cap);
  const reading = readParts(request, intake, cap);
  // When the overflow comes first nobody waits for the reading any more.
  reading.catch(() => undefined);
  try {
    await Promise.race([reading, overflow.reached]);
    return ok(formOf(intake));
  } catch (error) {
    intake.closed = true;
    request.raw.unpipe();
    intake.current?.source.destroy();
    await intake.current?.written.catch(() => undefined);
    await removeFiles(intake.paths);
    return err(codeOf(error));
  } finally {
    overflow.stop();
    discardRest(request.raw, lingering);
  }
}

/** Counts every byte of the body, those too that the parser skips. */
function watchOverflow(request: FastifyRequest, cap: number) {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  let total = 0;
  const count = (chunk: Buffer): void => {
    total += chunk.length;
    if (total > cap) reject(new Refused('file_too_large'));
  };
  request.raw.on('data', count);
  return { reached: promise, stop: () => request.raw.off('data', count) };
}

async function readParts(request: FastifyRequest, intake: Intake, cap: number): Promise<void> {
  const declaredFiles = Object.values(intake.declared).reduce(
    (sum, file) => sum + file.maxCount,
    0,
  );
  const limits = {
    fieldSize: maxFieldBytes,
    fields: maxFields,
    fileSize: cap,
    files: declaredFiles + spareFiles,
    parts: maxFields + declaredFiles + spareFiles,
    headerPairs: 16,
    headerSize: 8 * KiB,
  };
  for await (const part of request.parts({ limits })) {
    if (intake.closed) return;
    if (part.type === 'file') await takeFile(intake, part);
    else takeText(intake, part);
  }
}

function takeText(intake: Intake, part: MultipartValue): void {
  const { fieldname: name, value } = part;
  const { body, declared, issues } = intake;
  if (Object.hasOwn(declared, name)) {
    // Forms of old send an empty text where no file was chosen.
    if (value !== '') issues.push({ path: name, message: 'Envie um arquivo.' });
    return;
  }
  if (typeof value !== 'string') {
    issues.push({ path: name, message: errors.invalid_input.text });
    return;
  }
  if (part.valueTruncated) issues.push({ path: name, message: 'Texto muito grande.' });
  const before = body[name];
  if (before === undefined) body[name] = value;
  else if (typeof before === 'string') body[name] = [before, value];
  else before.push(value);
}

async function takeFile(intake: Intake, part: MultipartFile): Promise<void> {
  // Neither is always there, whatever the types say.
  const field = part.fieldname ?? '';
  const name = part.filename ?? '';
  if (field.includes('\0') || name.includes('\0')) throw new Refused('invalid_text');
  const rule = Object.hasOwn(intake.declared, field) ? intake.declared[field] : undefined;
  const kept = intake.files.get(field) ?? [];
  if (rule === undefined || kept.length >= rule.maxCount) {
    intake.issues.push({
      path: field,
      message: rule ? tooMany(rule.maxCount) : errors.invalid_input.text,
    });
    await drain(part.file);
    return;
  }
  const path = intake.temp.newPath();
  intake.paths.push(path);
  const written = writePart(part.file, path, (bytes) => {
    if (bytes > rule.maxBytes) throw new Refused('file_too_large');
  });
  intake.current = { source: part.file, written };
  const bytes = await written;
  intake.current = null;
  // A form without a chosen file sends a part without name and content.
  if (bytes === 0 && name === '') await removeFiles([path]);
  else kept.push({ path, bytes, name: [...name].slice(0, 255).join('') });
}

function tooMany(maxCount: number): string {
  return maxCount === 1 ? 'Envie apenas um arquivo.' : `Envie no máximo ${maxCount} arquivos.`;
}

async function drain(source: Readable): Promise<void> {
  for await (const _ of source);
}

function formOf(intake: Intake): Form {
  const files: UploadedFiles = {
    of: (field) => intake.files.get(field) ?? [],
    [Symbol.asyncDispose]: () => removeFiles(intake.paths),
  };
  const told = new Set(intake.issues.map(({ path }) => path));
  const missing = missingFiles(intake.declared, files).filter(({ path }) => !told.has(path));
  return { body: intake.body, files, issues: [...missing, ...intake.issues] };
}

/** What cannot be removed now is swept at the next start. */
async function removeFiles(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => undefined)));
}

const parserCodes: Readonly<Record<string, ErrorCode>> = {
  FST_PARTS_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_FILES_LIMIT: 'body_too_large',
  FST_PROTO_VIOLATION: 'invalid_input',
  FST_INVALID_JSON_FIELD_ERROR: 'invalid_input',
};

function codeOf(error: unknown): ErrorCode {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof StorageUnavailableError) return error.code;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Whatever else the parser stumbles over was in the request.
  return parserCodes[code] ?? 'malformed_request';
}
