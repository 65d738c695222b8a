import type { FastifyInstance } from 'fastify';
import {
  apiBasePath,
  authorizePath,
  type DiscordSandboxIdentity,
  mountDiscordSandbox,
  snowflakeOf,
} from './adapters/demo-discord/index.ts';
import { createDiscordAccounts, createDiscordRooms } from './adapters/discord/index.ts';
import type { Shared } from './compose-shared.ts';
import { offeredAccounts } from './demo/seed-discord.ts';
import { challengeOf } from './modules/discord/index.ts';
import type { Secrets } from './platform/secrets.ts';
import type { DiscordAccounts } from './ports/discord-accounts.ts';
import type { VoiceRooms } from './ports/voice-rooms.ts';

/**
 * The way to Discord: the real one where it is configured, else in demo mode the sandbox of this same
 * program, else none.
 */
export interface Discord {
  /** Null for none: nobody is called. */
  readonly rooms: VoiceRooms | null;
  /** Null for none: nobody links an account. */
  readonly accounts: DiscordAccounts | null;
  /** Hangs the sandbox into the application, where it is what the adapters speak with. */
  mount(app: FastifyInstance): Promise<void>;
}

/** The key of the PKCE verifiers with which accounts are linked. */
export const pkceSecretOf = ({ secrets }: Pick<Shared, 'secrets'>): string =>
  secrets.of('discord pkce');

/** The sandbox's own application, bot and server: the same at every start and on every node. */
function sandboxIdentity(secrets: Secrets): DiscordSandboxIdentity {
  return {
    clientId: snowflakeOf(secrets.of('demo discord client')),
    clientSecret: secrets.of('demo discord client secret'),
    botToken: secrets.of('demo discord bot'),
    guildId: snowflakeOf(secrets.of('demo discord server')),
  };
}

/** Tells this installation's rooms from those of others in the same server: four hexadecimal digits. */
const installationOf = (secrets: Secrets): string =>
  Buffer.from(secrets.of('discord installation'), 'base64url').toString('hex').slice(0, 4);

export function composeDiscord(shared: Shared): Discord {
  const { config, clock, log, secrets } = shared;
  const installation = installationOf(secrets);
  if (config.discord) {
    const options = { config: config.discord, clock, log };
    return {
      rooms: createDiscordRooms({ ...options, installation }),
      accounts: createDiscordAccounts(options),
      mount: async () => undefined,
    };
  }
  if (!config.demo) return { rooms: null, accounts: null, mount: async () => undefined };
  return composeSandbox(shared, installation);
}

function composeSandbox(shared: Shared, installation: string): Discord {
  const { clock, database, ids, log, publicUrl, loopbackUrl, secrets } = shared;
  const identity = sandboxIdentity(secrets);
  const options = {
    config: { ...identity, categoryId: null },
    apiBase: `${loopbackUrl}${apiBasePath}`,
    authorizeBase: `${publicUrl}${authorizePath}`,
    clock,
    log,
  };
  return {
    rooms: createDiscordRooms({ ...options, installation }),
    accounts: createDiscordAccounts(options),
    mount: (app) =>
      mountDiscordSandbox(app, {
        identity,
        pool: database.pool,
        clock,
        ids,
        publicUrl: () => publicUrl,
        challengeOf: (state) => challengeOf(pkceSecretOf(shared), state),
        assets: '/sandbox/payments/assets',
        offered: offeredAccounts,
      }),
  };
}
