import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { DiscordSandboxIdentity } from '../sandbox-identity.ts';
import { mountApi } from './api/mount.ts';
import type { Parts } from './api/parts.ts';
import { devRoutes } from './dev-routes.ts';
import { houseOf } from './house.ts';
import type { OfferedAccount } from './pages/consent-page.ts';
import { mountPages } from './pages/mount.ts';
import { accountStore } from './store/accounts.ts';
import { channelStore } from './store/channels.ts';
import { failureStore } from './store/failures.ts';
import { grantStore } from './store/grants.ts';
import { rateLimitStore } from './store/rate-limits.ts';

export interface DiscordSandboxDeps {
  readonly identity: DiscordSandboxIdentity;
  /** A database with migration 0021; the sandbox keeps to its table `discord_sandbox`. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where people reach the program, such as `https://guilda.example`. */
  readonly publicUrl: () => string;
  /** The product's PKCE challenge (S256) for a state; without it scripts get codes of no challenge. */
  readonly challengeOf?: ((state: string) => string) | undefined;
  /** Path of the sandboxes' style sheets and fonts. */
  readonly assets: string;
  /** Accounts that the page of consent offers. */
  readonly offered: readonly OfferedAccount[];
}

function partsOf(deps: DiscordSandboxDeps): Parts {
  const { identity, pool, clock, ids, publicUrl, challengeOf = () => null } = deps;
  const house = houseOf(identity);
  return {
    identity,
    house,
    accounts: accountStore(pool, house.lobbyId),
    channels: channelStore(pool),
    grants: grantStore({ pool, clock, ids }),
    failures: failureStore(pool),
    rateLimits: rateLimitStore(pool),
    clock,
    ids,
    redirectUri: () => `${publicUrl()}/discord/callback`,
    challengeOf,
  };
}

/**
 * Discord as demo mode has it: its REST API, its page of consent, and a page and addresses by which
 * those who try the demo act on it (`product §1`). What it knows is in the database, so that nodes share it.
 */
export async function mountDiscordSandbox(
  app: FastifyInstance,
  deps: DiscordSandboxDeps,
): Promise<void> {
  const parts = partsOf(deps);
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    await mountApi(scope, parts);
    await mountPages(scope, { ...deps, parts });
    await scope.register(devRoutes, parts);
  });
}
