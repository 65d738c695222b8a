import { expect, test } from 'vitest';
import { createFakeFanouts, type FakeFanout } from '../../../test/fixtures/fakes/fake-fanout.ts';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import { type Actor, visitor } from '../actor.ts';
import { noReplicas, type Replicas } from '../database/replicas/replicas.ts';
import { createLateReads } from './late-reads.ts';

const personActor = (uid: string): Actor => ({
  ...{ kind: 'person', uid, role: 'user', sessionId: 's' },
  ...{ adult: false, blocks: false },
});

/** Creates two nodes; `isLate` returns whether a request may be answered by a replica. */
function setUp() {
  const timers = fakeTimers();
  const fanouts = createFakeFanouts(2) as [FakeFanout, FakeFanout];
  let hasUsedReplica = false;
  const replicas: Replicas = {
    ...noReplicas,
    lateReads: (work) => {
      hasUsedReplica = true;
      return work();
    },
  };
  const nodes = fanouts.map((fanout) => createLateReads({ replicas, fanout, timers }));
  const isLate = (node: number, actor: Actor) => {
    hasUsedReplica = false;
    nodes[node]?.run(actor, () => undefined);
    return hasUsedReplica;
  };
  return { timers, fanouts, nodes, isLate };
}

test('a person who has written reads from the primary at every node for ten seconds', () => {
  const { timers, nodes, isLate } = setUp();
  expect(isLate(0, personActor('ana'))).toBe(true);
  nodes[0]?.recordWrite('ana');
  timers.advance(9_999);
  for (const node of [0, 1]) {
    expect(isLate(node, personActor('ana'))).toBe(false);
    expect(isLate(node, personActor('bia'))).toBe(true);
    expect(isLate(node, visitor)).toBe(true);
  }
  nodes[1]?.recordWrite('ana');
  timers.advance(9_999);
  expect(isLate(0, personActor('ana'))).toBe(false);
  timers.advance(1);
  for (const node of [0, 1]) expect(isLate(node, personActor('ana'))).toBe(true);
});

test('a node that may have missed messages allows no late reads to signed-in people', () => {
  const { timers, fanouts, isLate } = setUp();
  fanouts[1].cut();
  expect(isLate(1, personActor('ana'))).toBe(false);
  expect(isLate(1, visitor)).toBe(true);
  timers.advance(60_000);
  fanouts[1].join();
  timers.advance(9_999);
  expect(isLate(1, personActor('ana'))).toBe(false);
  timers.advance(1);
  expect(isLate(1, personActor('ana'))).toBe(true);
  expect(isLate(0, personActor('ana'))).toBe(true);
});
