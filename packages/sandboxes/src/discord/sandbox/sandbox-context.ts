import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import type { DiscordSandboxIdentity } from '../sandbox-identity.ts';
import type { SandboxGuild } from './guild.ts';
import type { AccountStore } from './store/accounts.ts';
import type { Channel, ChannelStore } from './store/channels.ts';
import type { FailureStore } from './store/failures.ts';
import type { GrantStore } from './store/grants.ts';
import type { RateLimitStore } from './store/rate-limits.ts';

/** Stores and settings shared by the routes of the sandbox. */
export interface SandboxContext {
  readonly identity: DiscordSandboxIdentity;
  readonly guild: SandboxGuild;
  readonly accounts: AccountStore;
  readonly channels: ChannelStore;
  readonly grants: GrantStore;
  readonly failures: FailureStore;
  readonly rateLimits: RateLimitStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The only redirect URI that is accepted. */
  readonly redirectUri: () => string;
  /** The PKCE challenge (S256) that belongs to a state; null without one. */
  readonly pkceChallengeOf: (state: string) => string | null;
}

/** Lists all channels in the order of their positions: first the fixed ones, then the others by creation time. */
export async function listChannels({ guild, channels }: SandboxContext): Promise<Channel[]> {
  return [...guild.fixedChannels, ...(await channels.listAll())];
}

/**
 * Finds a channel and its position. All channels that the API created get the same position, after the fixed channels,
 * because nothing depends on their order.
 */
export async function findChannel(
  { guild, channels }: SandboxContext,
  id: string,
): Promise<{ channel: Channel; position: number } | null> {
  const position = guild.fixedChannels.findIndex((channel) => channel.id === id);
  const channel = guild.fixedChannels[position] ?? (await channels.byId(id));
  return channel
    ? { channel, position: position < 0 ? guild.fixedChannels.length : position }
    : null;
}
