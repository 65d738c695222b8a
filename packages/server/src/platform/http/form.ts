import type { FileField } from '@guilda/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { ok, type Result } from '../result.ts';

/** A file part of a request, written to a temporary place. */
export interface UploadedFile {
  /** Where its bytes lie until the request is answered. */
  readonly path: string;
  readonly bytes: number;
  /** The name the sender gave it; never used as a path. */
  readonly name: string;
  /** The upload that holds room for it, until it is kept as something that counts by itself. */
  readonly uploadId?: string;
}

/** The files of one request; disposing removes them. */
export interface UploadedFiles extends AsyncDisposable {
  of(field: string): readonly UploadedFile[];
}

export const noFiles: UploadedFiles = {
  of: () => [],
  [Symbol.asyncDispose]: async () => {},
};

export interface Form {
  readonly body: unknown;
  readonly files: UploadedFiles;
  /** Problems with the parts themselves, such as a required file that is missing. */
  readonly issues: readonly { path: string; message: string }[];
}

export type DeclaredFiles = Readonly<Record<string, FileField>>;

/** Reads a body that may be JSON or multipart; its files take room in the name of `ownerId`. */
export type FormReader = (
  request: FastifyRequest,
  declared: DeclaredFiles,
  ownerId: string,
) => Promise<Result<Form>>;

/** The problems of a form whose required files are missing. */
export function missingFiles(declared: DeclaredFiles, files: UploadedFiles): Form['issues'] {
  return Object.entries(declared).flatMap(([path, { required }]) =>
    required !== undefined && files.of(path).length === 0 ? [{ path, message: required }] : [],
  );
}

/** The form of a request whose body is JSON already. */
export function jsonForm(body: unknown, declared: DeclaredFiles): Result<Form> {
  return ok({ body, files: noFiles, issues: missingFiles(declared, noFiles) });
}
