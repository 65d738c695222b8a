import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createYotiAgeChecks, type YotiDeps } from '../../../src/adapters/yoti/index.ts';
import { systemIds } from '../../../src/ports/ids.ts';
import type { WebhookRequest } from '../../../src/ports/webhook.ts';
import { fakeClock } from '../../fixtures/fakes/fake-clock.ts';
import { peerNotificationKey, peerPrivateKey, peerSdkId, startYotiPeer } from './peer.ts';

/** Starts a server that receives notifications; `statuses` contains the statuses of its next answers. */
async function startInbox() {
  const webhooks: WebhookRequest[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    webhooks.push({ headers: request.headers, rawBody: await buffer(request), query: {} });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    webhooks,
    statuses,
    url: `http://127.0.0.1:${port}/api/age/webhooks/yoti`,
    close: () => server.close(),
  };
}

/** A fake Yoti and the adapter that uses it, with a fake clock. */
export async function createYotiFixture() {
  const clock = fakeClock();
  const peer = await startYotiPeer(clock);
  const inbox = await startInbox();
  const warnings: object[] = [];
  const deps: YotiDeps = {
    urls: { age: peer.baseUrl, auth: peer.baseUrl },
    sdkId: peerSdkId,
    privateKey: peerPrivateKey,
    apiKey: null,
    notificationKey: peerNotificationKey,
    notificationUrl: inbox.url,
    methods: ['face', 'document', 'app'],
    faceThreshold: 25,
    validDays: 365,
    clock,
    ids: systemIds,
    log: { warn: (fields) => void warnings.push(fields) },
  };
  return {
    clock,
    peer,
    inbox,
    warnings,
    deps,
    provider: createYotiAgeChecks(deps),
    providerWith: (changes: Partial<YotiDeps>) => createYotiAgeChecks({ ...deps, ...changes }),
    async close() {
      inbox.close();
      await peer.close();
    },
  };
}
