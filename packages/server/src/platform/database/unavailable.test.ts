import { describe, expect, it } from 'vitest';
import { DrizzleQueryError } from './query-builder.ts';
import {
  isConnectionLost,
  isDatabaseUnavailable,
  isRetryable,
  isUniqueViolation,
} from './unavailable.ts';

function failureWith(facts: { code?: string; message?: string; constraint?: string }): Error {
  const { message = 'failed', ...rest } = facts;
  return Object.assign(new Error(message), rest);
}

function wrapAsDrizzle(cause: Error): Error {
  return new DrizzleQueryError('select 1', [], cause);
}

const lostConnectionErrors = [
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOTFOUND',
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '25P03',
  ].map((code) => ({ code })),
  ...[
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ].map((message) => ({ message })),
];
const exhaustionErrors = [
  '57014',
  '55P03',
  '53100',
  '53300',
  '58030',
  '25006',
  '40001',
  '40P01',
].map((code) => ({ code }));
const requestErrors = ['23505', '23503', '22P02', '22021', '42601', 'P0001', '58000'].map(
  (code) => ({
    code,
  }),
);

describe('distinguishing an unavailable database from a bad request', () => {
  it.each([...lostConnectionErrors, ...exhaustionErrors])(
    'reports %o as unavailable, wrapped or not',
    (facts) => {
      expect(isDatabaseUnavailable(failureWith(facts))).toBe(true);
      expect(isDatabaseUnavailable(wrapAsDrizzle(failureWith(facts)))).toBe(true);
    },
  );

  it.each(requestErrors)('does not report %o as unavailable', (facts) => {
    expect(isDatabaseUnavailable(wrapAsDrizzle(failureWith(facts)))).toBe(false);
  });

  it.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }])(
    'accepts %o, which is no error',
    (thrown) => {
      expect(isDatabaseUnavailable(thrown)).toBe(false);
    },
  );

  it('checks the errors of several addresses, and stops at circular causes', () => {
    const groupedErrors = new AggregateError([
      failureWith({ code: 'ECONNREFUSED' }),
      failureWith({}),
    ]);
    expect(isDatabaseUnavailable(groupedErrors)).toBe(true);
    const circle = failureWith({});
    circle.cause = circle;
    expect(isDatabaseUnavailable(circle)).toBe(false);
  });

  it.each(lostConnectionErrors)('counts %o as a lost connection', (facts) => {
    expect(isConnectionLost(wrapAsDrizzle(failureWith(facts)))).toBe(true);
  });

  it.each(exhaustionErrors)('counts %o as a connection that can still be used', (facts) => {
    expect(isConnectionLost(wrapAsDrizzle(failureWith(facts)))).toBe(false);
  });
});

describe('conflicts', () => {
  it('may be repeated only after a serialization failure or a deadlock', () => {
    expect(isRetryable(wrapAsDrizzle(failureWith({ code: '40001' })))).toBe(true);
    expect(isRetryable(wrapAsDrizzle(failureWith({ code: '40P01' })))).toBe(true);
    expect(isRetryable(wrapAsDrizzle(failureWith({ code: '55P03' })))).toBe(false);
  });

  it('recognizes the violated unique constraint', () => {
    const refusedInsert = wrapAsDrizzle(failureWith({ code: '23505', constraint: 'users_name' }));
    expect(isUniqueViolation(refusedInsert)).toBe(true);
    expect(isUniqueViolation(refusedInsert, 'users_name')).toBe(true);
    expect(isUniqueViolation(refusedInsert, 'users_email')).toBe(false);
    expect(isUniqueViolation(failureWith({ code: '23503', constraint: 'users_name' }))).toBe(false);
  });
});
