import type { EmbeddedDatabaseError } from '@guilda/embedded-postgres';

type EmbeddedPostgresPackage = typeof import('@guilda/embedded-postgres');

/**
 * Thrown when the embedded PostgreSQL package is not installed; has the name that `isEmbeddedDatabaseError` looks for.
 */
class MissingPackageError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
  readonly problem = 'no_engine';
}

/**
 * Loads the embedded PostgreSQL package. Production images do not contain it, so it must only be imported through this
 * function.
 * @throws an error that `isEmbeddedDatabaseError` recognises, with problem `no_engine`, when the package is missing
 */
export async function loadEmbeddedPostgres(): Promise<EmbeddedPostgresPackage> {
  try {
    return await import('@guilda/embedded-postgres');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new MissingPackageError(
      'Esta instalação não traz um PostgreSQL próprio: aponte DATABASE_URL para um.',
      { cause: error },
    );
  }
}

/** Whether an error is an `EmbeddedDatabaseError`, recognised by its name because its class may not be loaded. */
export function isEmbeddedDatabaseError(error: unknown): error is EmbeddedDatabaseError {
  return error instanceof Error && error.name === 'EmbeddedDatabaseError';
}
