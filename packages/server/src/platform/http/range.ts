import type { FastifyRequest } from 'fastify';
import type { ByteRange } from '../../ports/file-store.ts';

/** The part of a file that a request asks for; `whole` also when the `Range` header cannot be parsed. */
export type RequestedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: Required<ByteRange> }
  | { readonly kind: 'unsatisfiable' };

const rangePattern = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/** Parses a `Range` header for a file of `size` bytes; several ranges are answered with the whole file. */
export function parseRange(header: string | undefined, size: number): RequestedRange {
  const [, first, last] = rangePattern.exec(header?.replace(/\s/g, '') ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) {
    return { kind: 'whole' };
  }
  if (first === '') {
    const suffixLength = Number(last);
    if (suffixLength === 0 || size === 0) return { kind: 'unsatisfiable' };
    return { kind: 'part', range: { start: Math.max(0, size - suffixLength), end: size - 1 } };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  if (start >= size) return { kind: 'unsatisfiable' };
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { kind: 'part', range: { start, end } };
}

/** The requested range; the whole file when `If-Range` names another version of the file. */
export function requestedRange(
  request: FastifyRequest,
  etag: string,
  size: number,
): RequestedRange {
  const { range, 'if-range': ifRange } = request.headers;
  const isCurrentVersion = ifRange === undefined || ifRange === etag;
  return parseRange(request.method === 'GET' && isCurrentVersion ? range : undefined, size);
}
