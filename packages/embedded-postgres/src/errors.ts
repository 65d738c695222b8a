/**
 * What keeps the embedded database from running:
 * - `in_use`: another living program holds the data folder;
 * - `no_engine`: no usable PostgreSQL programs were found;
 * - `version`: the data were made by another major version;
 * - `data_dir`: the data folder cannot be used (permissions, disk, unreadable parents);
 * - `start_failed`: PostgreSQL itself refused to start.
 */
export type EmbeddedDatabaseProblem =
  | 'in_use'
  | 'no_engine'
  | 'version'
  | 'data_dir'
  | 'start_failed';

/** The embedded database cannot run. `message` is pt-BR, complete and meant for a person. */
export class EmbeddedDatabaseError extends Error {
  readonly problem: EmbeddedDatabaseProblem;

  constructor(problem: EmbeddedDatabaseProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedDatabaseError';
    this.problem = problem;
  }
}

/** The system's code of a failure (`EACCES`, `ENOENT`, …), if it has one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
