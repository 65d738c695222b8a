import type { FileField } from '@guilda/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { ok, type Result } from '../result.ts';

/** A file part of a request, stored in a temporary file. */
export interface UploadedFile {
  /** Path of the temporary file, which exists until the request is answered. */
  readonly path: string;
  readonly bytes: number;
  /** File name given by the client; never used as a path. */
  readonly name: string;
  /**
   * Id of the upload whose reserved bytes count towards the person's storage quota, until this file has a database row
   * and is counted by it.
   */
  readonly uploadId?: string;
}

/** The uploaded files of one request; disposing this object deletes them. */
export interface UploadedFiles extends AsyncDisposable {
  filesOf(field: string): readonly UploadedFile[];
}

export const noFiles: UploadedFiles = {
  filesOf: () => [],
  [Symbol.asyncDispose]: async () => {},
};

export interface MultipartForm {
  readonly body: unknown;
  readonly files: UploadedFiles;
  /** Problems found in the parts, such as a missing required file. */
  readonly issues: readonly { path: string; message: string }[];
}

export type DeclaredFiles = Readonly<Record<string, FileField>>;

/** Reads a JSON or multipart body; its files count towards the storage quota of `ownerId`. */
export type FormReader = (
  request: FastifyRequest,
  declaredFiles: DeclaredFiles,
  ownerId: string,
) => Promise<Result<MultipartForm>>;

/** Finds the required files that a request lacks, and returns an issue for each. */
export function findMissingFiles(
  declaredFiles: DeclaredFiles,
  files: UploadedFiles,
): MultipartForm['issues'] {
  return Object.entries(declaredFiles).flatMap(([path, { missingText }]) =>
    missingText !== undefined && files.filesOf(path).length === 0
      ? [{ path, message: missingText }]
      : [],
  );
}

/** Creates the form of a request that has a JSON body. */
export function jsonForm(body: unknown, declaredFiles: DeclaredFiles): Result<MultipartForm> {
  return ok({ body, files: noFiles, issues: findMissingFiles(declaredFiles, noFiles) });
}
