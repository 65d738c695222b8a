import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BucketObjects, StoredObject } from './objects.ts';

/** A parsed request. */
export interface S3Call {
  readonly operation: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Maximum number of keys on one page and in one deletion. */
const MAX_KEYS_PER_PAGE = 1_000;
/** Minimum size of every part of an upload except the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Thrown to answer with an S3 error. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const quoteEtag = (md5: string) => `"${md5}"`;

function respondWithXml({ response }: S3Call, root: string, content: string): void {
  response.setHeader('content-type', 'application/xml');
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`);
}

const valuesOf = (body: string, tag: string) =>
  [...body.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value]) =>
    (value ?? '').replaceAll('&quot;', '"'),
  );

async function storeBody(store: BucketObjects, { request }: S3Call) {
  const storedBytes = await store.storeBytes(request);
  const { 'content-length': length, 'x-amz-content-sha256': hash } = request.headers;
  const isWrong =
    storedBytes.size !== Number(length) || (hash?.length === 64 && hash !== storedBytes.sha256);
  if (!isWrong) return storedBytes;
  await store.discard(storedBytes);
  throw new S3Refusal(400, 'XAmzContentSHA256Mismatch');
}

const contentTypeOf = ({ request }: S3Call) =>
  request.headers['content-type'] ?? 'binary/octet-stream';

function findObject(store: BucketObjects, key: string): StoredObject {
  const storedObject = store.objects.get(key);
  if (!storedObject) throw new S3Refusal(404, 'NoSuchKey');
  return storedObject;
}

function setObjectHeaders({ query, response }: S3Call, storedObject: StoredObject): void {
  response.setHeader('etag', quoteEtag(storedObject.md5));
  response.setHeader('last-modified', storedObject.storedAt.toUTCString());
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader(
    'content-type',
    query.get('response-content-type') ?? storedObject.contentType,
  );
  for (const name of ['content-disposition', 'cache-control']) {
    const value = query.get(`response-${name}`);
    if (value !== null) response.setHeader(name, value);
  }
}

async function getObject(store: BucketObjects, call: S3Call): Promise<void> {
  const storedObject = findObject(store, call.key);
  setObjectHeaders(call, storedObject);
  const { response, request } = call;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  let [start, end] = [0, storedObject.size - 1];
  if (first !== undefined) {
    start = Number(first);
    if (start >= storedObject.size) throw new S3Refusal(416, 'InvalidRange');
    if (last) end = Math.min(Number(last), end);
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${start}-${end}/${storedObject.size}`);
  }
  response.setHeader('content-length', end - start + 1);
  if (storedObject.size === 0) return void response.end();
  await pipeline(await store.read(storedObject, start, end), response);
}

async function deleteObjects(store: BucketObjects, call: S3Call): Promise<void> {
  const body = await text(call.request);
  const { 'content-md5': md5, 'x-amz-checksum-crc32': crc } = call.request.headers;
  const expectedMd5 = createHash('md5').update(body).digest('base64');
  if (crc === undefined && md5 !== expectedMd5) throw new S3Refusal(400, 'InvalidRequest');
  const keys = valuesOf(body, 'Key');
  if (keys.length === 0 || keys.length > MAX_KEYS_PER_PAGE)
    throw new S3Refusal(400, 'MalformedXML');
  for (const key of keys) await store.remove(key);
  respondWithXml(call, 'DeleteResult', '');
}

/** The key itself, or the prefix up to `delimiter` that stands for all keys which begin with it. */
function listEntryOf(key: string, prefix: string, delimiter: string): string {
  const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return end === -1 ? key : key.slice(0, end + delimiter.length);
}

function listEntryXml(store: BucketObjects, entry: string): string {
  const storedObject = store.objects.get(entry);
  if (!storedObject) return `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`;
  const { size, storedAt } = storedObject;
  return `<Contents><Key>${entry}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${size}</Size></Contents>`;
}

function listObjects(store: BucketObjects, call: S3Call, maxEntries: number): void {
  const { query } = call;
  const lastEntry = query.get('continuation-token') ?? '';
  const prefix = query.get('prefix') ?? '';
  const keys = [...store.objects.keys()].filter((key) => key.startsWith(prefix));
  const delimiter = query.get('delimiter') ?? '';
  const entries = [...new Set(keys.map((key) => listEntryOf(key, prefix, delimiter)))]
    .filter((entry) => entry > lastEntry)
    .toSorted();
  const pageEntries = entries.slice(
    0,
    Math.min(maxEntries, Number(query.get('max-keys') ?? MAX_KEYS_PER_PAGE)),
  );
  const isTruncated = pageEntries.length < entries.length;
  const nextTokenXml = isTruncated
    ? `<NextContinuationToken>${pageEntries.at(-1)}</NextContinuationToken>`
    : '';
  const entriesXml = pageEntries.map((entry) => listEntryXml(store, entry)).join('');
  respondWithXml(
    call,
    'ListBucketResult',
    `<IsTruncated>${isTruncated}</IsTruncated>${nextTokenXml}${entriesXml}`,
  );
}

function uploadOf(store: BucketObjects, { query, key }: S3Call) {
  const id = query.get('uploadId') ?? '';
  const upload = store.uploads.get(id);
  if (upload?.key !== key) throw new S3Refusal(404, 'NoSuchUpload');
  return { id, upload };
}

async function uploadPart(store: BucketObjects, call: S3Call): Promise<void> {
  const { id, upload } = uploadOf(store, call);
  const storedBytes = await storeBody(store, call);
  if (!store.uploads.has(id)) {
    await store.discard(storedBytes);
    throw new S3Refusal(404, 'NoSuchUpload');
  }
  upload.parts.set(Number(call.query.get('partNumber')), storedBytes);
  call.response.setHeader('etag', quoteEtag(storedBytes.md5)).end();
}

async function completeUpload(store: BucketObjects, call: S3Call): Promise<void> {
  const body = await text(call.request);
  const { id, upload } = uploadOf(store, call);
  const partNumbers = valuesOf(body, 'PartNumber').map(Number);
  const etags = valuesOf(body, 'ETag');
  const parts = partNumbers.map((number, n) => {
    const part = upload.parts.get(number);
    if (!part || etags[n] !== quoteEtag(part.md5)) throw new S3Refusal(400, 'InvalidPart');
    return part;
  });
  if (partNumbers.some((number, n) => n > 0 && number <= (partNumbers[n - 1] ?? 0))) {
    throw new S3Refusal(400, 'InvalidPartOrder');
  }
  if (parts.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES)) {
    throw new S3Refusal(400, 'EntityTooSmall');
  }
  const storedBytes = await store.storeBytes(parts);
  await store.publish(call.key, { ...storedBytes, contentType: upload.contentType });
  await store.abort(id);
  const etag = `&quot;${storedBytes.md5}-${parts.length}&quot;`;
  const resultXml = `<Key>${call.key}</Key><ETag>${etag}</ETag>`;
  respondWithXml(call, 'CompleteMultipartUploadResult', resultXml);
}

/** Operations of the store by their S3 names; `pageSize` makes the pages of a list smaller. */
export function operationsOf(store: BucketObjects, pageSize = MAX_KEYS_PER_PAGE) {
  const operations: Readonly<Record<string, (call: S3Call) => Promise<void> | void>> = {
    HeadBucket: ({ response }) => void response.end(),
    ListObjectsV2: (call) => listObjects(store, call, pageSize),
    DeleteObjects: (call) => deleteObjects(store, call),
    GetObject: (call) => getObject(store, call),
    HeadObject: (call) => {
      const storedObject = findObject(store, call.key);
      setObjectHeaders(call, storedObject);
      call.response.setHeader('content-length', storedObject.size).end();
    },
    PutObject: async (call) => {
      const storedBytes = await storeBody(store, call);
      await store.publish(call.key, { ...storedBytes, contentType: contentTypeOf(call) });
      call.response.setHeader('etag', quoteEtag(storedBytes.md5)).end();
    },
    DeleteObject: async ({ key, response }) => {
      await store.remove(key);
      response.writeHead(204).end();
    },
    CreateMultipartUpload: (call) => {
      const id = randomUUID();
      store.uploads.set(id, { key: call.key, contentType: contentTypeOf(call), parts: new Map() });
      respondWithXml(call, 'InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
    },
    UploadPart: (call) => uploadPart(store, call),
    CompleteMultipartUpload: (call) => completeUpload(store, call),
    AbortMultipartUpload: async (call) => {
      await store.abort(uploadOf(store, call).id);
      call.response.writeHead(204).end();
    },
  };
  return operations;
}
