import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Access key id and secret that the store accepts. */
export interface S3Credentials {
  readonly id: string;
  readonly secret: string;
}

const computeHmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const encodeUriText = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeUriText(name)}=${encodeUriText(value)}`)
    .toSorted()
    .join('&');
}

/** A signature of a request with the parameters that it was made with. */
interface ParsedSignature {
  readonly scope: readonly string[];
  readonly headers: readonly string[];
  readonly signature: string;
  readonly signedAt: string;
  readonly payloadHash: string;
}

function signatureFromHeader({ headers }: IncomingMessage): ParsedSignature | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(.+)$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return null;
  return {
    scope: (match[1] ?? '').split('/'),
    headers: (match[2] ?? '').split(';'),
    signature: match[3] ?? '',
    signedAt: String(headers['x-amz-date']),
    payloadHash: String(headers['x-amz-content-sha256']),
  };
}

function signatureFromQuery(query: URLSearchParams): ParsedSignature | null {
  const signature = query.get('X-Amz-Signature');
  if (signature === null) return null;
  return {
    scope: (query.get('X-Amz-Credential') ?? '').split('/'),
    headers: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature,
    signedAt: query.get('X-Amz-Date') ?? '',
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

const parseSignatureTime = (at: string) =>
  Date.parse(at.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function signatureOf(
  request: IncomingMessage,
  url: URL,
  signed: ParsedSignature,
  secret: string,
): string {
  const headers = signed.headers.map(
    (name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`,
  );
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url.searchParams),
    headers.join(''),
    signed.headers.join(';'),
    signed.payloadHash,
  ].join('\n');
  const [, ...scope] = signed.scope;
  const text = ['AWS4-HMAC-SHA256', signed.signedAt, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>(computeHmac, `AWS4${secret}`);
  return computeHmac(key, text).toString('hex');
}

/** The error code for an invalid signature (version 4); null for a valid one. */
export function signatureRefusal(
  request: IncomingMessage,
  url: URL,
  keys: S3Credentials,
  now: number,
): string | null {
  const signed = signatureFromHeader(request) ?? signatureFromQuery(url.searchParams);
  if (!signed) return 'AccessDenied';
  if (signed.scope[0] !== keys.id) return 'InvalidAccessKeyId';
  const seconds = Number(url.searchParams.get('X-Amz-Expires') ?? 900);
  if (!(now <= parseSignatureTime(signed.signedAt) + seconds * 1000)) return 'AccessDenied';
  const expectedBytes = Buffer.from(signatureOf(request, url, signed, keys.secret));
  const sentBytes = Buffer.from(signed.signature);
  return expectedBytes.length === sentBytes.length && timingSafeEqual(expectedBytes, sentBytes)
    ? null
    : 'SignatureDoesNotMatch';
}
