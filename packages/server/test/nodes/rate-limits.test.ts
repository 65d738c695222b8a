import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import { type Nodes, startNodes } from '../fixtures/server/two-nodes.ts';

let nodes: Nodes;
beforeAll(async () => {
  nodes = await startNodes({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => nodes?.close());

it('both nodes together allow a person exactly as many messages as the limit says', async () => {
  const [ana, bia] = [await nodes.signIn('Ana'), await nodes.signIn('Bia')];
  const sockets = [
    await connectSocket(nodes.first.url, ana),
    await connectSocket(nodes.second.url, ana),
  ];
  const { points } = rateLimits.messagesBurst;
  const sendPromises = Array.from({ length: 2 * points }, (_, n) =>
    sockets[n % 2]?.send('sendMessage', { receiverId: bia.uid, message: `${n}` }),
  );
  const acks = await Promise.all(sendPromises);
  const passedCount = acks.filter((ack) => ack?.ok).length;
  expect(passedCount).toBeGreaterThanOrEqual(points - 1);
  expect(passedCount).toBeLessThanOrEqual(points + 1);
  for (const ack of acks) if (!ack?.ok) expect(ack).toMatchObject({ code: 'rate_limited' });
  for (const socket of sockets) socket.close();
});

it('both nodes together allow a visitor exactly as many sign-ins as the limit says', async () => {
  const { points } = rateLimits.signIn;
  const tryAt = (url: string) =>
    fetch(`${url}/api/auth/google`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: 'x.y.z' }),
    }).then(({ status }) => status);
  // The two people of the test have already used two sign-ins of the allowance.
  const statuses = await Promise.all(
    Array.from({ length: 2 * points }, (_, n) =>
      tryAt(n % 2 === 0 ? nodes.first.url : nodes.second.url),
    ),
  );
  const passedCount = statuses.filter((status) => status !== 429).length;
  expect(passedCount).toBeGreaterThanOrEqual(points - 3);
  expect(passedCount).toBeLessThanOrEqual(points - 1);
});
