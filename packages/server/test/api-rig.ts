import { type ApiClient, ApiError, createClient } from '@guilda/contract/client';
import type { FastifyInstance } from 'fastify';
import { findUser } from '../src/modules/users/index.ts';
import { createDatabase, type Database } from '../src/platform/database/pool.ts';
import { createHttpApp } from '../src/platform/http/app.ts';
import type { EndpointDeps } from '../src/platform/http/endpoints.ts';
import { jsonForm } from '../src/platform/http/form.ts';
import { memoryRateLimiter, type RateLimiter } from '../src/platform/limits/rate-limiter.ts';
import { createLogger } from '../src/platform/logging.ts';
import { err, ok } from '../src/platform/result.ts';
import { type Ids, systemIds } from '../src/ports/ids.ts';
import { createTestDatabase } from './database.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { nobodyThere } from './nobody-there.ts';
import { TESTS_OVERLOAD_MS } from './overload.ts';
import { quietLog } from './quiet-log.ts';

/** What the modules under test are made of. */
export interface RigParts {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: FakeClock;
  readonly ids: Ids;
  readonly presence: typeof nobodyThere;
  readonly limiter: RateLimiter;
  /** For `registerEndpoints`: a person's token is their uid. */
  readonly door: EndpointDeps;
}

/** A few modules behind the real HTTP door, on a database of their own. */
export interface ApiRig extends RigParts {
  readonly visitor: ApiClient;
  as(uid: string): ApiClient;
  close(): Promise<void>;
}

interface Options {
  /** As `RATE_LIMIT_FACTOR`. */
  readonly limits?: number;
}

export async function apiRig(
  register: (parts: RigParts) => Promise<void> | void,
  { limits = 10_000 }: Options = {},
): Promise<ApiRig> {
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.url, { log: quietLog });
  const app = await createHttpApp({
    log: createLogger('silent'),
    https: false,
    trustedProxies: null,
    overloadMs: TESTS_OVERLOAD_MS,
  });
  const limiter = memoryRateLimiter(limits);
  const parts: RigParts = {
    app,
    database,
    clock: fakeClock(),
    ids: systemIds,
    presence: nobodyThere,
    limiter,
    door: {
      limiter,
      readForm: async (request, declared) => jsonForm(request.body, declared),
      authenticate: async (token) => {
        const user = await findUser(database.db, token).catch(() => null);
        if (!user) return err('token_invalid');
        const { uid, role, ageVerifiedUntil } = user;
        const adult = ageVerifiedUntil !== null && ageVerifiedUntil > new Date();
        const { rowCount } = await database.pool.query(
          'SELECT FROM user_blocks WHERE blocker_id = $1 OR blocked_id = $1 LIMIT 1',
          [uid],
        );
        const blocks = rowCount === 1;
        return ok({ kind: 'person', uid, role, sessionId: 'test', adult, blocks });
      },
    },
  };
  await register(parts);
  return {
    ...parts,
    visitor: clientOf(app, {}),
    as: (uid) => clientOf(app, { authorization: `Bearer ${uid}` }),
    close: async () => {
      await app.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

function clientOf(app: FastifyInstance, own: Readonly<Record<string, string>>): ApiClient {
  return createClient(async ({ method, url, body, headers }) => {
    const response = await app.inject({
      method,
      url,
      headers: { ...headers, ...own },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const answer = response.body === '' ? undefined : response.json();
    if (response.statusCode >= 400) throw new ApiError(response.statusCode, answer);
    return answer;
  });
}
