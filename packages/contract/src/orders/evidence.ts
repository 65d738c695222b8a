import { idInput } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { z } from '../schema.ts';

/** Events upon which the server stores the evidence of an order: a record of the order that nobody can change. */
export const evidenceCauses = ['dispute', 'chargeback'] as const;
export type EvidenceCause = (typeof evidenceCauses)[number];

/** Endpoint for the sealed evidence of orders with a dispute or chargeback. See `docs/product/evidence.md`. */
export const evidenceEndpoints = {
  downloadEvidence: endpoint({
    method: 'GET',
    path: '/api/payments/:id/evidence',
    summary:
      'Sealed evidence of an order with a dispute or chargeback as a zip: a page and the data of each. For its two people and administrators',
    access: 'user',
    accountStatus: 'any',
    params: z.object({ id: idInput }),
    status: 200,
    output: null,
    produces: 'application/zip',
    errors: ['order_not_found'],
    limit: 'evidence',
  }),
};
