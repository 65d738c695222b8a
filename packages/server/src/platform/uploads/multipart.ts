import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import fastifyMultipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import { errors } from '@guilda/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
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
import { Refused, refusalOf } from './multipart-refusal.ts';
import type { BeginUpload, Upload } from './room/upload.ts';
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
  /** Decides whether the person has room for what comes, before it is written. */
  readonly beginUpload: BeginUpload;
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
 * away, nothing stays in `temp`. Room for the files is held before they are written and until they
 * are disposed of: for all that a request announces before its body is read, else piece by piece.
 *
 * Refusals: `storage_full` and `too_many_uploads` where the person has no room for them,
 * `file_too_large` as soon as a file or the whole request passes its cap,
 * `body_too_large` (too many parts), `malformed_request`, `invalid_text` (NUL in a name),
 * `storage_unavailable`. Files that are not declared or too many, and texts out of place, are
 * thrown away and reported in `issues`. The body limit of Fastify does not apply here.
 */
export function formReader(deps: FormReaderDeps): FormReader {
  return async (request, inContract, ownerId) => {
    const declared = withSettings(inContract, deps.maxArchiveBytes);
    if (!request.isMultipart()) return jsonForm(request.body, declared);
    // A client already gone would be waited for without end.
    if (request.raw.destroyed) return err('malformed_request');
    const cap = bytesAllowed(declared);
    const announced = announcedBy(request);
    if ((announced ?? 0) > cap) {
      discardRest(request.raw, deps.lingering);
      return err('file_too_large');
    }
    const waits = mayBringPack(declared, announced);
    const upload = deps.beginUpload(ownerId, { announced, waits });
    return readMultipart(request, newIntake(deps.temp, declared, upload), cap, deps.lingering);
  };
}

/** Bytes that a request says to have; null where it does not. */
function announcedBy({ headers }: FastifyRequest): number | null {
  const announced = headers['content-length'];
  return announced === undefined ? null : Number(announced);
}

/** Whether files of a pack may be in a request: a form that has room for its pictures alone brings none. */
function mayBringPack(declared: DeclaredFiles, announced: number | null): boolean {
  const pictures = Object.entries(declared).filter(([, { kind }]) => kind !== 'archive');
  if (pictures.length === Object.keys(declared).length) return false;
  return (
    announced === null ||
    pictures.length === 0 ||
    announced > bytesAllowed(Object.fromEntries(pictures))
  );
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
  readonly upload: Upload;
  readonly body: Record<string, string | string[]>;
  readonly files: Map<string, UploadedFile[]>;
  readonly issues: { path: string; message: string }[];
  /** Every temporary file made, complete or not. */
  readonly paths: string[];
  /** Bytes of the files that are whole. */
  written: number;
  /** The file part being written. */
  current: { readonly source: Readable; readonly written: Promise<unknown> } | null;
  closed: boolean;
}

function newIntake(temp: TempDir, declared: DeclaredFiles, upload: Upload): Intake {
  const files = new Map(Object.keys(declared).map((name) => [name, []]));
  const taken = { body: {}, files, issues: [], paths: [], written: 0 };
  return { temp, declared, upload, ...taken, current: null, closed: false };
}

/** Lets go on only where the person has room for so many bytes of this request. */
async function requireRoom({ upload }: Intake, bytes: number): Promise<void> {
  const room = await upload.cover(bytes).catch((error: unknown) => {
    // Told apart here: what the client's own line fails with looks the same.
    throw isDatabaseUnavailable(error) ? new Refused(err('unavailable')) : error;
  });
  if (!room.ok) throw new Refused(room);
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
  try {
    // Before anything listens to the body, whose pieces would be lost meanwhile.
    await requireAnnounced(request, intake);
    await readUnder(request, intake, cap);
    return ok(formOf(intake));
  } catch (error) {
    intake.closed = true;
    request.raw.unpipe();
    intake.current?.source.destroy();
    await intake.current?.written.catch(() => undefined);
    await removeFiles(intake);
    return refusalOf(error);
  } finally {
    discardRest(request.raw, lingering);
  }
}

/** Lets go on only where there is room for all that the request announces. */
async function requireAnnounced(request: FastifyRequest, intake: Intake): Promise<void> {
  const announced = announcedBy(request) ?? 0;
  // So much may be texts alone, which take no room: there the first byte of a file asks.
  if (announced <= maxOtherBytes) return;
  await requireRoom(intake, announced);
  // A client already gone would be waited for without end.
  if (request.raw.destroyed) throw new Refused(err('malformed_request'));
}

async function readUnder(request: FastifyRequest, intake: Intake, cap: number): Promise<void> {
  const overflow = watchOverflow(request, cap);
  const reading = readParts(request, intake, cap);
  // When the overflow comes first nobody waits for the reading any more.
  reading.catch(() => undefined);
  try {
    await Promise.race([reading, overflow.reached]);
  } finally {
    overflow.stop();
  }
}

/** Counts every byte of the body, those too that the parser skips. */
function watchOverflow(request: FastifyRequest, cap: number) {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  let total = 0;
  const count = (chunk: Buffer): void => {
    total += chunk.length;
    if (total > cap) reject(new Refused(err('file_too_large')));
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
  if (field.includes('\0') || name.includes('\0')) throw new Refused(err('invalid_text'));
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
  const written = writePart(part.file, path, async (bytes) => {
    if (bytes > rule.maxBytes) throw new Refused(err('file_too_large'));
    await requireRoom(intake, intake.written + bytes);
  });
  intake.current = { source: part.file, written };
  const bytes = await written;
  intake.current = null;
  intake.written += bytes;
  // A form without a chosen file sends a part without name and content.
  if (bytes === 0 && name === '') return remove([path]);
  const uploadId = intake.upload.id;
  kept.push({ path, bytes, name: [...name].slice(0, 255).join(''), uploadId });
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
    [Symbol.asyncDispose]: () => removeFiles(intake),
  };
  const told = new Set(intake.issues.map(({ path }) => path));
  const missing = missingFiles(intake.declared, files).filter(({ path }) => !told.has(path));
  return { body: intake.body, files, issues: [...missing, ...intake.issues] };
}

/** The room that the files took is free once they are gone. */
async function removeFiles({ paths, upload }: Intake): Promise<void> {
  await remove(paths);
  await upload[Symbol.asyncDispose]();
}

/** What cannot be removed now is swept later. */
async function remove(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => undefined)));
}
