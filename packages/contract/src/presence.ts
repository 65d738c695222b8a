import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';

export const presenceEndpoints = {
  countOnline: endpoint({
    method: 'GET',
    path: '/api/presence',
    summary: 'Number of people online with a public profile',
    access: 'public',
    status: 200,
    output: z.object({
      /** Endpoint for the people who are online, as far as visitors may see them. */
      online: z.number().int(),
    }),
    errors: [],
    limit: 'general',
  }),
};
