import { expect, it } from 'vitest';
import { createTestDatabase } from '../fixtures/server/test-database.ts';
import { MAX_RISE_BYTES, runSiege, tolerable } from '../hostile-sockets/siege.ts';

it('takes hostile connections of every kind under a limit of 512 MB, and others hear nothing of it', {
  timeout: 300_000,
}, async () => {
  const database = await createTestDatabase();
  const { calm, ordeals } = await runSiege(database.url).finally(() => database.drop());
  expect(ordeals).toHaveLength(4);
  for (const { kind, open, rise, messages, p99 } of ordeals) {
    expect([kind, open > 0, messages > 0]).toEqual([kind, true, true]);
    expect(rise, `${kind}: resident memory`).toBeLessThan(MAX_RISE_BYTES);
    expect(p99, `${kind}: messages of others`).toBeLessThan(tolerable(calm));
  }
});
