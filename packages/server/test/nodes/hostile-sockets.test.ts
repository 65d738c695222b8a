import { expect, it } from 'vitest';
import { createTestDatabase } from '../fixtures/server/test-database.ts';
import { MAX_RISE_BYTES, runSiege } from '../hostile-sockets/siege.ts';

// The latency of other people's messages is measured by `npm run test:faults`, on an otherwise idle machine.
it('survives hostile connections of every kind with a limit of 512 MB, while others keep chatting', {
  timeout: 900_000,
}, async () => {
  const database = await createTestDatabase();
  const { ordeals } = await runSiege(database.url).finally(() => database.drop());
  expect(ordeals).toHaveLength(4);
  for (const { kind, open, rise, messages } of ordeals) {
    expect([kind, open > 0, messages > 0]).toEqual([kind, true, true]);
    expect(rise, `${kind}: resident memory`).toBeLessThan(MAX_RISE_BYTES);
  }
});
