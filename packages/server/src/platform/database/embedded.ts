import type { EmbeddedDatabaseError } from '@guilda/embedded-postgres';

type EmbeddedPostgresPackage = typeof import('@guilda/embedded-postgres');

/** An installation without the package counts as one without PostgreSQL's programs. */
class MissingPackageError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
  readonly problem = 'no_engine';
}

/**
 * Loads the embedded PostgreSQL, which production images do not carry: import it only through this function.
 * @throws an error that `isEmbeddedDatabaseError` recognises, with problem `no_engine`, where it is missing
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

/** Recognises the error by its name, since its class may not be loaded. */
export function isEmbeddedDatabaseError(error: unknown): error is EmbeddedDatabaseError {
  return error instanceof Error && error.name === 'EmbeddedDatabaseError';
}
