/**
 * Why the embedded database cannot run:
 * - `in_use`: another running program uses the data folder;
 * - `no_engine`: no usable PostgreSQL programs were found;
 * - `version`: the data was made by another major version;
 * - `data_dir`: the data folder cannot be used (permissions, disk, unreadable parents);
 * - `start_failed`: PostgreSQL itself failed to start.
 */
export type EmbeddedDatabaseProblem =
  | 'in_use'
  | 'no_engine'
  | 'version'
  | 'data_dir'
  | 'start_failed';

/** Thrown when the embedded database cannot run. `message` is a complete text in Portuguese for the operator. */
export class EmbeddedDatabaseError extends Error {
  readonly problem: EmbeddedDatabaseProblem;

  constructor(problem: EmbeddedDatabaseProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedDatabaseError';
    this.problem = problem;
  }
}

/** The operating system's code of an error (`EACCES`, `ENOENT`, …); undefined without one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
