import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';

/** What the rules of the house name and an operator may set otherwise (`/termos`, `/privacidade`). */
export const houseRules = z.object({
  /** Where people write to the team. */
  teamEmail: z.string(),
  /** Whole per cent of a sale that the house keeps. */
  feePercent: z.number(),
  /** How long an order waits for its payment, in minutes. */
  paymentMinutes: z.number(),
  /** How long a paid order waits for its start before it is given back, in hours. */
  startHours: z.number(),
});
export type HouseRules = z.infer<typeof houseRules>;

export const houseEndpoints = {
  getHouseRules: endpoint({
    method: 'GET',
    path: '/api/house',
    summary: 'The numbers and the address that the terms of use name',
    access: 'public',
    status: 200,
    output: houseRules,
    errors: [],
    limit: 'general',
  }),
};
