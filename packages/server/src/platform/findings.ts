/** One result of `npm run doctor`, in Portuguese for the operator. */
export interface Finding {
  /** Whether the check passed; null for a check that did not run and for a hint. */
  readonly ok: boolean | null;
  /**
   * What the check found. The code of the check must not put secrets into this text, nor messages of other programs,
   * which could contain secrets.
   */
  readonly text: string;
  /** Required action of the operator; null for none. */
  readonly todo: string | null;
}

export const passedFinding = (text: string): Finding => ({ ok: true, text, todo: null });
export const failedFinding = (text: string, todo: string): Finding => ({ ok: false, text, todo });
/** Creates the result of a check that did not run, with the reason, or a hint. */
export const uncheckedFinding = (text: string, todo: string | null = null): Finding => ({
  ok: null,
  text,
  todo,
});

/**
 * Creates a passed result with `passedText` when `hasPassed` is true, else a failed one with `failedText` and `todo`.
 */
export const checkedFinding = (
  hasPassed: boolean,
  passedText: string,
  failedText: string,
  todo: string,
): Finding => (hasPassed ? passedFinding(passedText) : failedFinding(failedText, todo));

/** Format of error codes of Node, TLS and drivers; text that a person wrote does not match. */
const codePattern = /^[A-Z0-9_]{2,60}$/;

/** Names of errors thrown on a timeout. */
const timeoutNames = new Set(['TimeoutError', 'AbortError', 'RedisTimeoutError']);

/** The first error code in an error and its causes; the empty string without one. */
export function errorCodeOf(error: unknown): string {
  const seenErrors = new Set<unknown>();
  const pendingErrors: unknown[] = [error];
  while (pendingErrors.length > 0) {
    const nextError = pendingErrors.shift();
    if (!(nextError instanceof Error) || seenErrors.has(nextError)) continue;
    seenErrors.add(nextError);
    if (timeoutNames.has(nextError.name)) return 'ETIMEDOUT';
    const code: unknown = Reflect.get(nextError, 'code');
    if (typeof code === 'string' && codePattern.test(code)) return code;
    pendingErrors.push(
      nextError.cause,
      ...(nextError instanceof AggregateError ? nextError.errors : []),
    );
  }
  return '';
}

const failureTextsByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nada atende nesse endereço e porta',
  ENOTFOUND: 'o nome não leva a lugar nenhum',
  EAI_AGAIN: 'o nome não pôde ser procurado',
  EDNS: 'o nome não leva a lugar nenhum',
  ETIMEDOUT: 'não houve resposta a tempo',
  UND_ERR_CONNECT_TIMEOUT: 'não houve resposta a tempo',
};

/** Error codes of certificates and TLS connections. */
export const certificateErrorCodePattern = /CERT|SIGNATURE|ALTNAME|^ERR_(TLS|SSL)/;

/** Describes in Portuguese why a connection failed, as a phrase that follows a colon. */
export function connectionFailureText(error: unknown): string {
  const code = errorCodeOf(error);
  if (certificateErrorCodePattern.test(code)) return `o certificado não serve (${code})`;
  const reason = failureTextsByCode[code];
  if (reason) return reason;
  return code ? `a conexão falhou (${code})` : 'a conexão falhou';
}
