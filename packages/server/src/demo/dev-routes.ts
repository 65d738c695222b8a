import { endpoint } from '@guilda/contract/endpoint';
import { z } from 'zod';
import type { Handlers } from '../platform/http/endpoints.ts';
import { ok } from '../platform/result.ts';

/** What scripts may do in demo mode only (`product §12`). */
export const devEndpoints = {
  idToken: endpoint({
    method: 'POST',
    path: '/dev/id-token',
    summary: 'An ID token as the demo identity provider would sign it',
    access: 'public',
    body: z.object({
      email: z.email().max(254),
      name: z.string().trim().min(1).max(60),
      picture: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional(),
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
    name: string;
    picture?: string | undefined;
  }): Promise<string>;
}

export function devHandlers(deps: DevDeps): Handlers<typeof devEndpoints> {
  return { idToken: async ({ body }) => ok({ idToken: await deps.issueIdToken(body) }) };
}
