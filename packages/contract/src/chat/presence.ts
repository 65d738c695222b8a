import { endpoint } from '../endpoint.ts';
import { z } from '../schema.ts';

export const presenceEndpoints = {
  countOnline: endpoint({
    method: 'GET',
    path: '/api/presence',
    summary: 'Number of people online with a public profile',
    access: 'public',
    status: 200,
    output: z.object({
      /** Number of people who are online and whose profile is public. */
      online: z.number().int(),
    }),
    errors: [],
    limit: 'general',
  }),
};
