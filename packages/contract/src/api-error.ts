/**
 * Property by which instances of `ApiError` are recognised; `Symbol.for` returns the same symbol to every copy of this
 * file.
 */
const apiErrorMark = Symbol.for('guilda.api-error');

const isNonEmptyText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

/**
 * An error answer of the server. Clients display `message` if the answer has one, else `error`. The class has a file of
 * its own, because the browser loads the class before any schema.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly { path: string; message: string }[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly [apiErrorMark] = true;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super([body['message'], body['error']].find(isNonEmptyText) ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof body['code'] === 'string' ? body['code'] : 'unknown';
    this.issues = Array.isArray(body['issues']) ? body['issues'] : [];
    this.body = body;
  }

  /**
   * Recognises instances by the property `apiErrorMark`, because the pages' bundle and the server each contain a copy
   * of this class.
   */
  static override [Symbol.hasInstance](value: unknown): value is ApiError {
    return typeof value === 'object' && value !== null && apiErrorMark in value;
  }
}
