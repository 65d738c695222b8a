import type { ByteRange } from '../../ports/file-store.ts';

/** The part of a file that a request asks for; `whole` also when what it says is not understood. */
export type Wanted =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: Required<ByteRange> }
  | { readonly kind: 'unsatisfiable' };

const form = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/** Reads a `Range` header for a file of `size` bytes: one range; several are answered by the whole. */
export function wantedOf(header: string | undefined, size: number): Wanted {
  const [, first, last] = form.exec(header?.replace(/\s/g, '') ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) {
    return { kind: 'whole' };
  }
  if (first === '') {
    const count = Number(last);
    if (count === 0 || size === 0) return { kind: 'unsatisfiable' };
    return { kind: 'part', range: { start: Math.max(0, size - count), end: size - 1 } };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  if (start >= size) return { kind: 'unsatisfiable' };
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { kind: 'part', range: { start, end } };
}
