import { endpoint } from '@guilda/contract/endpoint';
import { z } from 'zod';
import type { Handlers } from '../platform/http/endpoints.ts';
import { ok } from '../platform/result.ts';

/** Endpoints that scripts and tests use, in demo mode only. */
export const devEndpoints = {
  idToken: endpoint({
    method: 'POST',
    path: '/dev/id-token',
    summary: 'An ID token as the demo identity provider would sign it',
    access: 'public',
    body: z.object({
      email: z.email().max(254),
      // The name is not validated, so that tests can try any name that a provider may send.
      name: z.string().max(1_000).optional(),
      picture: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional(),
      /** Value of the claim `auth_time`: the time of authentication in seconds since 1970. */
      authTime: z.number().min(0).transform(Math.floor).optional(),
    }),
    status: 200,
    output: z.object({ idToken: z.string() }),
    errors: [],
    limit: 'general',
  }),
};

export interface DevDeps {
  issueIdToken(account: {
    email: string;
    name?: string | undefined;
    picture?: string | undefined;
    authTime?: number | undefined;
  }): Promise<string>;
}

export function createDevHandlers(deps: DevDeps): Handlers<typeof devEndpoints> {
  return { idToken: async ({ body }) => ok({ idToken: await deps.issueIdToken(body) }) };
}
