import type { ErrorCode } from '@guilda/contract/errors';
import { StorageUnavailableError } from '../../../ports/file-store.ts';
import { type Err, err } from '../../result.ts';

/** Thrown to stop reading a request and refuse it. */
export class FormRefusedError extends Error {
  readonly refusal: Err;

  constructor(refusal: Err) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

const parserCodes: Readonly<Record<string, ErrorCode>> = {
  FST_PARTS_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_FILES_LIMIT: 'body_too_large',
  FST_PROTO_VIOLATION: 'invalid_input',
  FST_INVALID_JSON_FIELD_ERROR: 'invalid_input',
};

/** The refusal for an error thrown while a request was read. */
export function toMultipartRefusal(error: unknown): Err {
  if (error instanceof FormRefusedError) return error.refusal;
  if (error instanceof StorageUnavailableError) return err(error.code);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Any other error of the parser was caused by the request.
  return err(parserCodes[code] ?? 'malformed_request');
}

/** Message for more files in a field than allowed. */
export function tooManyFilesText(maxCount: number): string {
  return maxCount === 1 ? 'Envie apenas um arquivo.' : `Envie no máximo ${maxCount} arquivos.`;
}
