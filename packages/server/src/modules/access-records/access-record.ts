import { z } from 'zod';
import { accessKinds } from '../../platform/actor.ts';

const accessRecordSchema = z.object({
  /** Time of the access by the clock of the node that answered, in UTC. */
  at: z.iso.datetime(),
  uid: z.string(),
  kind: z.enum(accessKinds),
  /** IPv4 or IPv6 address of the client; `unknown` where a proxy told none. */
  address: z.string(),
  port: z.number().int().nullable(),
});

/** One access of a person (Marco Civil, art. 5, VIII): docs/product/privacy.md. */
export type AccessRecord = z.output<typeof accessRecordSchema>;

/** The records as JSON lines, which other tools than ours can read as well. */
export const formatRecords = (records: readonly AccessRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Reads JSON lines; throws when one of them is no record. */
export const parseRecords = (lines: string): AccessRecord[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => accessRecordSchema.parse(JSON.parse(line)));
