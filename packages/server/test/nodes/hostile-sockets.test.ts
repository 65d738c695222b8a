import { expect, it } from 'vitest';
import { createTestDatabase } from '../fixtures/server/test-database.ts';
import { MAX_RISE_BYTES, runSiege } from '../hostile-sockets/siege.ts';

// The latency of other people's messages is measured by `npm run test:faults`, on an otherwise idle machine.
it('a node with a memory limit of 512 MB survives hostile connections of every kind, while others keep chatting', {
  timeout: 900_000,
}, async () => {
  const database = await createTestDatabase();
  const { attackResults } = await runSiege(database.url).finally(() => database.drop());
  expect(attackResults).toHaveLength(4);
  for (const { kind, maxOpenConnections, memoryRiseBytes, messageCount } of attackResults) {
    expect([kind, maxOpenConnections > 0, messageCount > 0]).toEqual([kind, true, true]);
    expect(memoryRiseBytes, `${kind}: resident memory`).toBeLessThan(MAX_RISE_BYTES);
  }
});
