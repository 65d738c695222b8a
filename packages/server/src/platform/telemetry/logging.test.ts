import { describe, expect, it } from 'vitest';
import { DrizzleQueryError } from '../database/query-builder.ts';
import { createLogger } from './logging.ts';

/** Logs `error` and returns the line and its parsed entry. */
function logError(error: unknown) {
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line: string) => lines.push(line) });
  log.warn({ err: error }, 'dependency unavailable');
  const line = lines.join('');
  return { line, entry: JSON.parse(line) as { err: Record<string, unknown> } };
}

function buildDatabaseRefusal(): Error {
  const databaseError = Object.assign(new Error('duplicate key value violates a constraint'), {
    code: '23505',
    detail: 'Key (email)=(ana@pessoas.example) already exists.',
  });
  const query = 'update "users" set "email" = $1, "bio" = $2';
  return new DrizzleQueryError(
    query,
    ['ana@pessoas.example', 'moro na rua tal\n    at número 3'],
    databaseError,
  );
}

describe('errors in the log', () => {
  it('contain the statement, the code and the stack frames, but no values', () => {
    const { line, entry } = logError(buildDatabaseRefusal());
    expect(line).not.toMatch(/ana@pessoas|rua tal|número 3/);
    expect(entry.err).toMatchObject({
      type: 'DrizzleQueryError',
      message: expect.stringContaining('update "users"'),
      stack: expect.stringMatching(/^ +at .*logging\.test/m),
      cause: { code: '23505', message: 'duplicate key value violates a constraint' },
    });
  });

  it('stop at a circular cause', () => {
    const circle = new Error('round');
    circle.cause = circle;
    expect(logError(circle).entry.err).toMatchObject({ message: 'round' });
  });

  it('contain nothing of thrown values that are no errors', () => {
    expect(logError({ email: 'ana@pessoas.example' }).line).not.toContain('ana@');
  });
});
