import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import fastifyMultipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import { errors } from '@guilda/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../database/unavailable.ts';
import {
  type DeclaredFiles,
  type FormReader,
  findMissingFiles,
  jsonForm,
  type MultipartForm,
  type UploadedFile,
  type UploadedFiles,
} from '../../http/form.ts';
import { err, fieldErr, ok, type Result } from '../../result.ts';
import type { TempDir } from '../temp-dir.ts';
import type { BeginUpload, UploadReservation } from '../upload-reservation.ts';
import { type DiscardLimits, discardRestOfBody } from './discard-rest.ts';
import { FormRefusedError, toMultipartRefusal, tooManyFilesText } from './multipart-refusal.ts';
import { writePart } from './write-part.ts';

/** Largest text field; a request with a longer one is refused. */
const MAX_FIELD_BYTES = 64 * 1024;
/** Bytes allowed for everything but the declared files: text fields, part headers, boundaries. */
const MAX_OTHER_BYTES = 512 * 1024;
/** Maximum number of text fields: a pack's fifty file ids may come as fifty fields. */
const MAX_FIELDS = 100;
/** Number of undeclared file parts that are read and discarded before the request is refused. */
const MAX_UNDECLARED_FILES = 10;

export interface FormReaderDeps {
  /** Directory for the request's files, which exist until the request is answered. */
  readonly temp: TempDir;
  /** Reserves space in the person's quota before anything is written. */
  readonly beginUpload: BeginUpload;
  /** Maximum size of a pack file in bytes (`MAX_ARCHIVE_MB`); overrides the contract's limit. */
  readonly maxArchiveBytes?: number;
  readonly discardLimits?: DiscardLimits;
}

/** Makes the application accept `multipart/form-data`; `createFormReader` reads it. */
export async function useMultipart(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });
}

/**
 * Creates a `FormReader`. A JSON body is passed on; of a multipart body the text fields become the body (a repeated
 * name gives an array, the schema decides about unknown names) and declared files are written to `temp`. Disposing
 * the form's files removes them; after a refusal or a disconnect nothing stays in `temp`. Space for the files is
 * reserved before they are written and until they are disposed: for the whole announced length before the body is
 * read, else chunk by chunk.
 *
 * Refusals: `storage_full` and `too_many_uploads` (no space in the quota), `file_too_large` as soon as a file or the
 * request exceeds its limit, `body_too_large` (too many parts), `malformed_request`, `invalid_text` (NUL in a name),
 * `storage_unavailable`. Undeclared or too many files, and text in a file's field, are discarded and reported in
 * `issues`. Fastify's body limit does not apply here.
 */
export function createFormReader(deps: FormReaderDeps): FormReader {
  return async (request, filesInContract, ownerId) => {
    const declared = withMaxArchiveBytes(filesInContract, deps.maxArchiveBytes);
    if (!request.isMultipart()) return jsonForm(request.body, declared);
    // Reading from a client that has disconnected would never end.
    if (request.raw.destroyed) return err('malformed_request');
    const maxBytes = sumAllowedBytes(declared);
    const announced = readAnnouncedBytes(request);
    if ((announced ?? 0) > maxBytes) {
      discardRestOfBody(request.raw, deps.discardLimits);
      return err('file_too_large');
    }
    const mayContainPackFiles = canContainPackFiles(declared, announced);
    const upload = deps.beginUpload(ownerId, { announced, mayContainPackFiles });
    const form = createReceivedForm({ temp: deps.temp, declared, upload });
    return readMultipart(request, form, maxBytes, deps.discardLimits);
  };
}

/** The request's `Content-Length`; null without one. */
function readAnnouncedBytes({ headers }: FastifyRequest): number | null {
  const contentLength = headers['content-length'];
  return contentLength === undefined ? null : Number(contentLength);
}

/** Whether the request can contain pack files; false when its length is only enough for its picture files. */
function canContainPackFiles(declaredFiles: DeclaredFiles, announcedBytes: number | null): boolean {
  const pictures = Object.entries(declaredFiles).filter(([, { kind }]) => kind !== 'archive');
  if (pictures.length === Object.keys(declaredFiles).length) return false;
  return (
    announcedBytes === null ||
    pictures.length === 0 ||
    announcedBytes > sumAllowedBytes(Object.fromEntries(pictures))
  );
}

function withMaxArchiveBytes(declared: DeclaredFiles, maxBytes: number | undefined): DeclaredFiles {
  if (maxBytes === undefined) return declared;
  const declaredEntries = Object.entries(declared).map(
    ([name, file]) => [name, file.kind === 'archive' ? { ...file, maxBytes } : file] as const,
  );
  return Object.fromEntries(declaredEntries);
}

/** The parts of a request that were read so far. */
interface ReceivedForm {
  readonly temp: TempDir;
  readonly declared: DeclaredFiles;
  readonly upload: UploadReservation;
  readonly body: Record<string, string | string[]>;
  readonly files: Map<string, UploadedFile[]>;
  readonly issues: { path: string; message: string }[];
  /** Paths of all temporary files, complete or not. */
  readonly paths: string[];
  /** Total size of the complete files, in bytes. */
  written: number;
  /** The file part that is being written. */
  current: { readonly source: Readable; readonly written: Promise<unknown> } | null;
  isClosed: boolean;
}

type FormStart = Pick<ReceivedForm, 'temp' | 'declared' | 'upload'>;

function createReceivedForm(formStart: FormStart): ReceivedForm {
  const files = new Map(Object.keys(formStart.declared).map((name) => [name, []]));
  const emptyForm = { body: {}, files, issues: [], paths: [], written: 0 };
  return { ...formStart, ...emptyForm, current: null, isClosed: false };
}

/** Reserves storage quota for `bytes` of the request in total; throws `FormRefusedError` when the quota is used up. */
async function reserveBytes({ upload }: ReceivedForm, bytes: number): Promise<void> {
  const reservation = await upload.cover(bytes).catch((error: unknown) => {
    // The error is mapped here, because later a lost database connection cannot be told from a lost client connection
    // (both can be `ECONNRESET`), and `toMultipartRefusal` would answer `malformed_request`.
    throw isDatabaseUnavailable(error) ? new FormRefusedError(err('unavailable')) : error;
  });
  if (!reservation.ok) throw new FormRefusedError(reservation);
}

function sumAllowedBytes(declaredFiles: DeclaredFiles): number {
  const files = Object.values(declaredFiles).reduce(
    (sum, { maxBytes, maxCount }) => sum + maxBytes * maxCount,
    0,
  );
  return files + MAX_OTHER_BYTES;
}

async function readMultipart(
  request: FastifyRequest,
  form: ReceivedForm,
  maxBytes: number,
  discardLimits?: DiscardLimits,
): Promise<Result<MultipartForm>> {
  try {
    // Quota is reserved before a listener starts the flow of the body: otherwise this wait would lose chunks.
    await reserveAnnouncedBytes(request, form);
    await readWithinLimit(request, form, maxBytes);
    return ok(toMultipartForm(form));
  } catch (error) {
    form.isClosed = true;
    request.raw.unpipe();
    form.current?.source.destroy();
    await form.current?.written.catch(() => undefined);
    await removeReceivedFiles(form);
    return toMultipartRefusal(error);
  } finally {
    discardRestOfBody(request.raw, discardLimits);
  }
}

/** Reserves space for the announced length of the request before its body is read. */
async function reserveAnnouncedBytes(request: FastifyRequest, form: ReceivedForm): Promise<void> {
  const announcedBytes = readAnnouncedBytes(request) ?? 0;
  // A request this small may contain only text, which needs no space; if it contains a file, the file's first byte
  // reserves space.
  if (announcedBytes <= MAX_OTHER_BYTES) return;
  await reserveBytes(form, announcedBytes);
  // Reading from a client that has disconnected would never end.
  if (request.raw.destroyed) throw new FormRefusedError(err('malformed_request'));
}

async function readWithinLimit(
  request: FastifyRequest,
  form: ReceivedForm,
  maxBytes: number,
): Promise<void> {
  const overflow = rejectAboveLimit(request, maxBytes);
  const reading = readParts(request, form, maxBytes);
  // After an overflow no code awaits `reading` any more: ignore its error.
  reading.catch(() => undefined);
  try {
    await Promise.race([reading, overflow.reached]);
  } finally {
    overflow.stop();
  }
}

/** Counts all bytes of the body, including those that the parser skips; rejects above `maxBytes`. */
function rejectAboveLimit(request: FastifyRequest, maxBytes: number) {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  let total = 0;
  const countChunk = (chunk: Buffer): void => {
    total += chunk.length;
    if (total > maxBytes) reject(new FormRefusedError(err('file_too_large')));
  };
  request.raw.on('data', countChunk);
  return { reached: promise, stop: () => request.raw.off('data', countChunk) };
}

async function readParts(request: FastifyRequest, form: ReceivedForm, max: number): Promise<void> {
  const declaredFiles = Object.values(form.declared).reduce((sum, file) => sum + file.maxCount, 0);
  const limits = {
    fieldSize: MAX_FIELD_BYTES,
    fields: MAX_FIELDS,
    fileSize: max,
    files: declaredFiles + MAX_UNDECLARED_FILES,
    parts: MAX_FIELDS + declaredFiles + MAX_UNDECLARED_FILES,
    headerPairs: 16,
    headerSize: 8 * 1024,
  };
  for await (const part of request.parts({ limits })) {
    if (form.isClosed) return;
    if (part.type === 'file') await readFilePart(form, part);
    else readTextPart(form, part);
  }
}

function readTextPart(form: ReceivedForm, part: MultipartValue): void {
  const { fieldname: name, value } = part;
  const { body, declared, issues } = form;
  if (Object.hasOwn(declared, name)) {
    // Some clients send an empty text field when the person chose no file.
    if (value !== '') issues.push({ path: name, message: 'Envie um arquivo.' });
    return;
  }
  if (typeof value !== 'string') {
    issues.push({ path: name, message: errors.invalid_input.text });
    return;
  }
  if (part.valueTruncated) issues.push({ path: name, message: 'Texto muito grande.' });
  const previousValue = body[name];
  if (previousValue === undefined) body[name] = value;
  else if (typeof previousValue === 'string') body[name] = [previousValue, value];
  else previousValue.push(value);
}

async function readFilePart(form: ReceivedForm, part: MultipartFile): Promise<void> {
  // Field name and file name can both be missing despite their types.
  const field = part.fieldname ?? '';
  const name = part.filename ?? '';
  if (`${field}${name}`.includes('\0')) throw new FormRefusedError(fieldErr('invalid_text', field));
  const rule = Object.hasOwn(form.declared, field) ? form.declared[field] : undefined;
  const acceptedFiles = form.files.get(field) ?? [];
  if (rule === undefined || acceptedFiles.length >= rule.maxCount) {
    form.issues.push({
      path: field,
      message: rule ? tooManyFilesText(rule.maxCount) : errors.invalid_input.text,
    });
    await discardStream(part.file);
    return;
  }
  const path = form.temp.newPath();
  form.paths.push(path);
  const written = writePart(part.file, path, async (bytes) => {
    if (bytes > rule.maxBytes) throw new FormRefusedError(err('file_too_large'));
    await reserveBytes(form, form.written + bytes);
  });
  form.current = { source: part.file, written };
  const bytes = await written;
  form.current = null;
  form.written += bytes;
  // Browsers send a part without name and content when the person chose no file.
  if (bytes === 0 && name === '') return removePaths([path]);
  const uploadId = form.upload.id;
  acceptedFiles.push({ path, bytes, name: [...name].slice(0, 255).join(''), uploadId });
}

async function discardStream(source: Readable): Promise<void> {
  for await (const _ of source);
}

function toMultipartForm(form: ReceivedForm): MultipartForm {
  const files: UploadedFiles = {
    filesOf: (field) => form.files.get(field) ?? [],
    [Symbol.asyncDispose]: () => removeReceivedFiles(form),
  };
  const issuePaths = new Set(form.issues.map(({ path }) => path));
  const issues = findMissingFiles(form.declared, files).filter(({ path }) => !issuePaths.has(path));
  return { body: form.body, files, issues: [...issues, ...form.issues] };
}

/** Removes the request's temporary files and then releases the storage quota reserved for them. */
async function removeReceivedFiles({ paths, upload }: ReceivedForm): Promise<void> {
  await removePaths(paths);
  await upload[Symbol.asyncDispose]();
}

/** Removes temporary files; a file that cannot be removed now is removed at a later start of the program. */
async function removePaths(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => undefined)));
}
