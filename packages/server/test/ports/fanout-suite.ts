import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fanout } from '../../src/ports/fanout.ts';

/** The fan-outs of three connected nodes, or of nodes without a connection. */
export interface FanoutHarness {
  readonly nodes: readonly [Fanout, Fanout, Fanout];
  /** Whether the nodes are connected with each other. */
  readonly areConnected: boolean;
  close(): Promise<void>;
}

let topicCount = 0;
const newTopic = () => `topic-${++topicCount}`;

/** Tests that every {@link Fanout} must pass. */
export function describeFanout(name: string, createHarness: () => Promise<FanoutHarness>): void {
  describe(`fan-out: ${name}`, () => {
    let harness: FanoutHarness;
    beforeAll(async () => {
      harness = await createHarness();
    });
    afterAll(() => harness?.close());

    /** Resolves once everything published before has been delivered. */
    const waitForDelivery = async () => {
      if (!harness.areConnected) return;
      const [a, ...others] = harness.nodes;
      const topic = newTopic();
      let arrivedCount = 0;
      for (const node of others) node.subscribe(topic, () => (arrivedCount += 1));
      a.publish(topic, {});
      await expect.poll(() => arrivedCount).toBe(others.length);
    };

    it('gives every node a different id', () => {
      expect(new Set(harness.nodes.map(({ nodeId }) => nodeId)).size).toBe(3);
    });

    it('publishes to every other node, never to itself, with the sender’s id', async () => {
      const topic = newTopic();
      const receivedByNode = harness.nodes.map((node) => {
        const receivedMessages: unknown[] = [];
        node.subscribe(topic, (note, from) => receivedMessages.push({ note, from }));
        return receivedMessages;
      });
      const [a] = harness.nodes;
      a.publish(topic, { text: 'Olá 👋🏽\n"ok"', list: [1, null] });
      await waitForDelivery();
      const message = { note: { text: 'Olá 👋🏽\n"ok"', list: [1, null] }, from: a.nodeId };
      expect(receivedByNode).toEqual(
        harness.areConnected ? [[], [message], [message]] : [[], [], []],
      );
    });

    it('separates topics, and calls all listeners of one', async () => {
      const [topic, other] = [newTopic(), newTopic()];
      const [a, b] = harness.nodes;
      const received: string[] = [];
      b.subscribe(topic, () => received.push('first'));
      b.subscribe(topic, () => received.push('second'));
      a.publish(other, {});
      a.publish(topic, {});
      await waitForDelivery();
      expect(received).toEqual(harness.areConnected ? ['first', 'second'] : []);
    });

    it('keeps the order of one node', async () => {
      const topic = newTopic();
      const [a, b] = harness.nodes;
      const received: unknown[] = [];
      b.subscribe(topic, ({ n }) => received.push(n));
      const sentNumbers = Array.from({ length: 500 }, (_, n) => n);
      for (const n of sentNumbers) a.publish(topic, { n });
      await waitForDelivery();
      expect(received).toEqual(harness.areConnected ? sentNumbers : []);
    });

    it('reports its connection and answers pings', async () => {
      for (const node of harness.nodes) {
        expect(node.connected).toBe(true);
        await node.ping();
      }
    });
  });
}
