import type { Clock } from '../../../src/ports/clock.ts';

/** A nested form; every leaf is a text. */
export type StripeForm = { readonly [key: string]: string | StripeForm | undefined };

export interface StripeRequest {
  readonly method: string;
  /** Path below `/v1`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Form of the body, or of the query. */
  readonly form: StripeForm;
}

export interface StripeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/** An error response of Stripe. */
export class StripeApiError extends Error {
  readonly answer: StripeAnswer;
  /** Whether validation failed, so that the error is not stored under the idempotency key. */
  readonly leavesKeyUnused: boolean;

  constructor(status: number, error: Record<string, string>, leavesKeyUnused = false) {
    super(error.message ?? 'refused');
    this.answer = { status, body: { error: { message: 'Refused.', ...error } } };
    this.leavesKeyUnused = leavesKeyUnused;
  }
}

const invalidRequestType = 'invalid_request_error';

export const noSuchObject = (objectName: string, id: string, param = 'id') =>
  new StripeApiError(404, {
    type: invalidRequestType,
    code: 'resource_missing',
    message: `No such ${objectName}: '${id}'`,
    param,
  });

export const parameterError = (param: string, message: string, code = 'parameter_invalid') =>
  new StripeApiError(400, { type: invalidRequestType, code, message, param }, true);

export const forbiddenRequest = (message: string, moreErrorFields: Record<string, string> = {}) =>
  new StripeApiError(400, { type: invalidRequestType, message, ...moreErrorFields });

export const textOf = (form: StripeForm, name: string): string | undefined => {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
};

export const nestedForm = (form: StripeForm, name: string): StripeForm => {
  const value = form[name];
  return typeof value === 'object' ? value : {};
};

export const wholeNumberOf = (form: StripeForm, name: string): number | undefined => {
  const text = textOf(form, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw parameterError(name, `Invalid integer: ${text}`);
  return Number(text);
};

/** Reads metadata within Stripe's limits: 50 keys of 40 characters, values of 500. */
export function metadataOf(form: StripeForm): Record<string, string> {
  const entries = Object.entries(nestedForm(form, 'metadata'));
  if (entries.length > 50) throw parameterError('metadata', 'Too many keys');
  for (const [key, value] of entries) {
    if (typeof value !== 'string' || value.length > 500 || key.length > 40) {
      throw parameterError(`metadata[${key}]`, 'Metadata values can have up to 500 characters');
    }
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Refuses undocumented parameters. */
export function refuseUnknownFields(form: StripeForm, knownFields: readonly string[]): void {
  for (const name of Object.keys(form)) {
    if (!knownFields.includes(name)) {
      throw parameterError(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
    }
  }
}

/** Parses a form whose nested fields are written as `a[b][0]=c`. */
export function parseForm(rawForm: string): StripeForm {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(rawForm)) {
    const [first = '', ...rest] = name.split(/\]\[|\[|\]/).filter((part) => part !== '');
    let currentForm = root;
    let key = first;
    for (const nestedKey of rest) {
      currentForm[key] ??= {};
      currentForm = currentForm[key] as Record<string, unknown>;
      key = nestedKey;
    }
    currentForm[key] = value;
  }
  return root as StripeForm;
}

export const unixSecondsOf = (clock: Clock) => Math.floor(clock.now().getTime() / 1000);
