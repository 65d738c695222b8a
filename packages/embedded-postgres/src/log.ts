/** Writes one entry: fields first, then what happened. Never given secrets or personal data. */
type Write = (fields: Record<string, unknown>, message: string) => void;

/** The part of a logger that this package needs; a pino logger is one. */
export interface EmbeddedPostgresLog {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** The message of whatever was thrown, without its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
