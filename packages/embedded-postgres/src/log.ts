/** Writes one log entry with fields and a message. Callers never pass secrets or personal data. */
type WriteLog = (fields: Record<string, unknown>, message: string) => void;

/** The methods of a logger that this package calls; pino's loggers have them. */
export interface EmbeddedPostgresLog {
  readonly debug: WriteLog;
  readonly info: WriteLog;
  readonly warn: WriteLog;
  readonly error: WriteLog;
}

/** The message of a thrown value, without its stack. */
export function errorMessageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
