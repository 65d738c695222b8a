import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { z } from '../schema.ts';

/** Path parameters: a calendar year in the time zone of Brasília, such as `2026`. */
const yearParams = z.object({
  year: z
    .string({ error: errors.invalid_parameter.text })
    .regex(/^20\d\d$/, errors.invalid_parameter.text)
    .transform(Number),
});

/** Endpoints for the annual statements of sellers, which are computed from the ledger. See `docs/product/money.md`. */
export const annualStatementEndpoints = {
  listStatementYears: endpoint({
    method: 'GET',
    path: '/api/wallet/statements',
    summary:
      'Years for which there is an annual statement, newest first; empty before the first sale',
    access: 'user',
    status: 200,
    output: z.object({ years: z.array(z.number()) }),
    errors: [],
    limit: 'general',
  }),
  downloadStatementPdf: endpoint({
    method: 'GET',
    path: '/api/wallet/statements/:year.pdf',
    summary:
      'Annual statement as PDF: sales, fees, refunds, contestations and withdrawals by month',
    access: 'user',
    params: yearParams,
    status: 200,
    output: null,
    produces: 'application/pdf',
    errors: ['invalid_parameter', 'unavailable'],
    limit: 'annualStatements',
  }),
  downloadStatementCsv: endpoint({
    method: 'GET',
    path: '/api/wallet/statements/:year.csv',
    summary: 'Annual statement as CSV: semicolons, decimal commas, UTF-8 with byte order mark',
    access: 'user',
    params: yearParams,
    status: 200,
    output: null,
    produces: 'text/csv',
    errors: ['invalid_parameter'],
    limit: 'annualStatements',
  }),
};
