import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';

export const ageEndpoints = {
  startAgeVerification: endpoint({
    method: 'POST',
    path: '/api/age/verification',
    summary: 'Begin the age check: the address of the age provider’s page (product §9)',
    access: 'user',
    status: 201,
    output: z.object({ url: z.string() }),
    errors: ['already_adult', 'age_check_unavailable'],
    limit: 'general',
  }),
};
