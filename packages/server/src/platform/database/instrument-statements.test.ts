import { expect, it, vi } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { noMeter } from '../../ports/meter.ts';
import { systemTimers } from '../../ports/timers.ts';
import { noTelemetry } from '../telemetry/request-context.ts';
import { statementShapeOf } from './instrument-statements.ts';
import { createDatabase } from './pool.ts';
import { createReplicas } from './replicas/replicas.ts';

it.each([
  [
    "SELECT *\n  FROM users WHERE email = 'ana''s@x.example' AND n = 42",
    'SELECT * FROM users WHERE email = ? AND n = ?',
  ],
  ['update "t1" set "a" = $1, b2 = 1.5', 'update "t1" set "a" = $1, b2 = ?'],
  ['SELECT 1 -- Ana, 1990\n', 'SELECT ?'],
])('names a statement without its values: %s', (text, shape) => {
  expect(statementShapeOf(text)).toBe(shape);
});

it('registers one gauge of connections, for the primary, also with replicas', () => {
  const gauge = vi.fn();
  const telemetry = { ...noTelemetry, meter: { ...noMeter, gauge } };
  const url = 'postgres://guilda@127.0.0.1:1/guilda';
  const { pool } = createDatabase(url, { log: quietLog, telemetry });
  createReplicas({
    ...{ urls: [url, url], primaryUrl: url, pool, max: 1 },
    ...{ timers: systemTimers, log: quietLog, telemetry },
  });
  expect(gauge.mock.calls.map(([metric]) => metric)).toEqual(['guilda_database_connections']);
});
