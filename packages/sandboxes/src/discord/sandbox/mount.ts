import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { DiscordSandboxIdentity } from '../sandbox-identity.ts';
import { mountDiscordApi } from './api/mount.ts';
import { devRoutes } from './dev-routes.ts';
import { createSandboxGuild } from './guild.ts';
import type { OfferedAccount } from './pages/consent-page.ts';
import { mountDiscordPages } from './pages/mount.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { createAccountStore } from './store/accounts.ts';
import { createChannelStore } from './store/channels.ts';
import { createFailureStore } from './store/failures.ts';
import { createGrantStore } from './store/grants.ts';
import { createRateLimitStore } from './store/rate-limits.ts';

export interface DiscordSandboxDeps {
  readonly identity: DiscordSandboxIdentity;
  /** A database with migration 0021; the sandbox only uses its table `discord_sandbox`. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Public URL of the program, such as `https://guilda.example`. */
  readonly publicUrl: () => string;
  /** Returns Guilda's PKCE challenge (S256) for a state; without this function, scripts get codes without a challenge. */
  readonly pkceChallengeOf?: ((state: string) => string) | undefined;
  /** Path of the sandboxes' style sheets and fonts. */
  readonly assetsPath: string;
  /** Accounts that the consent page offers. */
  readonly offeredAccounts: readonly OfferedAccount[];
}

function createContext(deps: DiscordSandboxDeps): SandboxContext {
  const { identity, pool, clock, ids, publicUrl, pkceChallengeOf = () => null } = deps;
  const guild = createSandboxGuild(identity);
  return {
    identity,
    guild,
    accounts: createAccountStore(pool, guild.lobbyId),
    channels: createChannelStore(pool),
    grants: createGrantStore({ pool, clock, ids }),
    failures: createFailureStore(pool),
    rateLimits: createRateLimitStore(pool),
    clock,
    ids,
    redirectUri: () => `${publicUrl()}/discord/callback`,
    pkceChallengeOf,
  };
}

/**
 * Mounts the Discord sandbox of demo mode: REST API, consent page, and a control page and endpoints for people who try
 * the demo. Its state is in the database, so that all nodes share it.
 */
export async function mountDiscordSandbox(
  app: FastifyInstance,
  deps: DiscordSandboxDeps,
): Promise<void> {
  const context = createContext(deps);
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    await mountDiscordApi(scope, context);
    await mountDiscordPages(scope, { ...deps, context });
    await scope.register(devRoutes, context);
  });
}
