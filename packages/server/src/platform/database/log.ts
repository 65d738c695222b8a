/** Writes one log entry with fields and a message, without secrets or personal data. */
type Write = (fields: Record<string, unknown>, message: string) => void;

/** The logger methods that the database code needs; pino implements them. */
export interface DatabaseLog {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** The message of a thrown value, without its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
