/** Writes one log entry. Callers must not pass secrets or personal data. */
type WriteLog = (fields: Record<string, unknown>, message: string) => void;

/** The logger methods that the database code needs; pino implements them. */
export interface DatabaseLog {
  readonly debug: WriteLog;
  readonly info: WriteLog;
  readonly warn: WriteLog;
  readonly error: WriteLog;
}

/** The message of a thrown value, without its stack. */
export function errorMessageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
