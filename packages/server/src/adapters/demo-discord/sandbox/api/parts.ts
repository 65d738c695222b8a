import type { Clock } from '../../../../ports/clock.ts';
import type { Ids } from '../../../../ports/ids.ts';
import type { DiscordSandboxIdentity } from '../../sandbox-identity.ts';
import type { House } from '../house.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { Channel, ChannelStore } from '../store/channels.ts';
import type { FailureStore } from '../store/failures.ts';
import type { GrantStore } from '../store/grants.ts';
import type { RateLimitStore } from '../store/rate-limits.ts';

/** What the sandbox is made of. */
export interface Parts {
  readonly identity: DiscordSandboxIdentity;
  readonly house: House;
  readonly accounts: AccountStore;
  readonly channels: ChannelStore;
  readonly grants: GrantStore;
  readonly failures: FailureStore;
  readonly rateLimits: RateLimitStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The one address that consents may lead back to. */
  readonly redirectUri: () => string;
  /** The PKCE challenge (S256) with which the product asks for a consent of this state. */
  readonly challengeOf: (state: string) => string | null;
}

/** Every channel that stands now, in order. */
export async function allChannels({ house, channels }: Parts): Promise<Channel[]> {
  return [...house.standing, ...(await channels.all())];
}

/** A channel that stands now, with its place among the others. */
export async function channelAt(
  { house, channels }: Parts,
  id: string,
): Promise<{ channel: Channel; position: number } | null> {
  const position = house.standing.findIndex((one) => one.id === id);
  const channel = house.standing[position] ?? (await channels.byId(id));
  return channel ? { channel, position: position < 0 ? house.standing.length : position } : null;
}
