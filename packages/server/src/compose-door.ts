import type { Discord } from './compose-discord.ts';
import type { Outside } from './compose-outside.ts';
import { composeRealtime } from './compose-realtime.ts';
import type { Shared } from './compose-shared.ts';
import type { CallDeps } from './modules/calls/index.ts';
import { accessTokens, authenticate, refreshTokens } from './modules/identity/index.ts';
import { recordAction } from './modules/moderation/index.ts';
import { beginUpload } from './modules/storage/index.ts';
import type { EndpointDeps } from './platform/http/endpoints.ts';
import { formReader } from './platform/uploads/multipart.ts';

/** Who people are, and how requests and sockets are let in. */
export function openDoor(
  shared: Shared,
  { outside, discord }: { readonly outside: Outside; readonly discord: Discord },
  databaseUrl: string,
) {
  const { config, publicUrl, secrets, clock, limiter, temp } = shared;
  const identity = {
    ...shared,
    identityProvider: outside.identityProvider,
    tokens: accessTokens(secrets.of('access tokens'), clock),
    refreshTokens: refreshTokens(secrets.of('refresh tokens')),
    refreshGraceSeconds: config.refreshGraceSeconds,
    adminEmails: config.adminEmails.length > 0 ? config.adminEmails : outside.adminEmails,
    recordAction: recordAction(shared),
    isShowablePicture: (url: string) => url.startsWith(`${publicUrl}/`),
  };
  const door: EndpointDeps = {
    authenticate: authenticate(identity),
    limiter,
    readForm: formReader({
      temp,
      maxArchiveBytes: config.maxArchiveBytes,
      beginUpload: beginUpload(shared),
    }),
  };
  const house = composeRealtime({ ...shared, databaseUrl, authenticate: door.authenticate });
  const { realtime, presence } = house;
  const { rooms } = discord;
  const ringMs = config.callRingSeconds * 1000;
  const calls: CallDeps = { ...shared, realtime, presence, rooms, ringMs };
  return { identity, door, house, calls };
}

export type Doors = ReturnType<typeof openDoor>;
