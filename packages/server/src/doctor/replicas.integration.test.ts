import { expect, it } from 'vitest';
import { startReplicatedDatabase } from '../../test/fixtures/server/replicated-database.ts';
import { findFreePort } from '../platform/network/free-port.ts';
import { examineReplicas } from './database.ts';

it('the doctor tells a replica from a primary and from an unreachable address, and prints no address', async () => {
  const replicatedDatabase = await startReplicatedDatabase();
  try {
    const unreachableUrl = `postgres://ana:segredo@127.0.0.1:${await findFreePort()}/x`;
    const findings = await examineReplicas([
      replicatedDatabase.replicaUrl,
      replicatedDatabase.url,
      unreachableUrl,
    ]);
    expect(findings.map(({ ok }) => ok)).toEqual([true, false, false]);
    expect(findings.map(({ text }) => text)).toEqual([
      'A réplica 1 de DATABASE_READ_URL responde e segue o principal.',
      'A réplica 2 de DATABASE_READ_URL não é uma réplica, e nada é lido dela.',
      'A réplica 3 de DATABASE_READ_URL não responde.',
    ]);
  } finally {
    await replicatedDatabase.close();
  }
});
