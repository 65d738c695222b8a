import { CONFIRMATION_HEADER } from '@guilda/contract/accounts/confirmation';
import type { Endpoint, ParsedInput } from '@guilda/contract/endpoint';
import { errors } from '@guilda/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { err, fieldErr, ok, type Result } from '../result.ts';

type InputIssue = { path: string; message: string };

/** NUL and lone surrogates, which PostgreSQL cannot store; input that contains them is refused. */
const unstorableCharacter =
  /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Path of the first text that contains unstorable characters, or of the object that has such a key; null when there is
 * none.
 */
function findUnstorable(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') return unstorableCharacter.test(value) ? path.join('.') : null;
  if (typeof value !== 'object' || value === null) return null;
  if (path.length > 20) return path.join('.');
  for (const [key, member] of Object.entries(value)) {
    if (unstorableCharacter.test(key)) return path.join('.');
    const unstorablePath = findUnstorable(member, [...path, key]);
    if (unstorablePath !== null) return unstorablePath;
  }
  return null;
}

/**
 * Maximum number of values in a part of a request, several times that of the largest valid one. Schemas check each
 * element of a list before its length, and report each wrong one.
 */
const MAX_VALUES = 2_000;

/** Whether the input contains more than `MAX_VALUES` texts, numbers, lists and objects. */
function hasTooManyValues(input: unknown): boolean {
  const remaining = [input];
  for (let count = 0; remaining.length > 0; count += 1) {
    if (count + remaining.length > MAX_VALUES) return true;
    const value = remaining.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value).slice(0, MAX_VALUES)) remaining.push(member);
  }
  return false;
}

function issuesOf(error: z.ZodError): InputIssue[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: errors.invalid_input.text,
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
}

const inputParts = ['params', 'query', 'body'] as const;

interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Issues found while reading the body, such as a missing file. */
  readonly issues: readonly InputIssue[];
}

/**
 * The query without parameters whose value is empty: forms and clients send `limit=` for a field that was not filled
 * in, which means the same as leaving it out.
 */
function withoutEmptyValues(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** Parses a request by its endpoint's schemas; all issues are reported at once, in the schema's order. */
export function parseInput<E extends Endpoint>(
  definition: E,
  requestInput: RawInput,
): Result<ParsedInput<E>, 'invalid_input' | 'invalid_text'> {
  const rawInput = { ...requestInput, query: withoutEmptyValues(requestInput.query) };
  for (const part of inputParts) {
    if (hasTooManyValues(rawInput[part])) return fieldErr('invalid_input', '');
    const unstorablePath = findUnstorable(rawInput[part]);
    if (unstorablePath !== null) return fieldErr('invalid_text', unstorablePath);
  }
  const issues: InputIssue[] = [];
  const parsed: Record<string, unknown> = {};
  for (const part of inputParts) {
    const schema = definition[part];
    if (!schema) continue;
    const parseResult = schema.safeParse(rawInput[part] ?? {});
    if (parseResult.success) parsed[part] = parseResult.data;
    else issues.push(...issuesOf(parseResult.error));
  }
  issues.push(...rawInput.issues);
  if (issues.length > 0) return err('invalid_input', { issues });
  return ok(parsed as ParsedInput<E>);
}

/**
 * The `Idempotency-Key` header: 1 to 200 visible ASCII characters; empty when it is missing and the endpoint needs
 * none.
 */
export function idempotencyKeyOf(
  request: FastifyRequest,
  { idempotent }: Pick<Endpoint, 'idempotent'>,
): Result<string, 'invalid_input'> {
  const key = request.headers['idempotency-key'];
  if (key === undefined && idempotent !== true) return ok('');
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return ok(key);
  const message = `Cabeçalho Idempotency-Key ${idempotent === true ? 'obrigatório' : 'inválido'}.`;
  return err('invalid_input', { issues: [{ path: 'Idempotency-Key', message }] });
}

/** The `X-Confirmation` header of an endpoint that requires a confirmation; empty when the header is missing. */
export function confirmationOf(
  request: FastifyRequest,
  { confirmation }: Pick<Endpoint, 'confirmation'>,
): string {
  const confirmationHeader = confirmation ? request.headers[CONFIRMATION_HEADER] : undefined;
  return typeof confirmationHeader === 'string' ? confirmationHeader : '';
}
