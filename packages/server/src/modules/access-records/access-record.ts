import { z } from 'zod';
import { accessKinds } from '../../platform/actor.ts';

const accessRecordSchema = z.object({
  /** Time of the access by the clock of the node that answered, in UTC. */
  at: z.iso.datetime(),
  uid: z.string(),
  kind: z.enum(accessKinds),
  /** IPv4 or IPv6 address of the client; `unknown` when the proxy did not send one. */
  address: z.string(),
  /** TCP port of the client; null when it is unknown. */
  port: z.number().int().nullable(),
});

/** One access of a person, as the Marco Civil (art. 5, VIII) requires it to be kept; see docs/product/privacy.md. */
export type AccessRecord = z.output<typeof accessRecordSchema>;

/** Formats the records as JSON lines, a format that other tools can read as well. */
export const formatAccessRecords = (records: readonly AccessRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Parses JSON lines; throws when a line is not an access record. */
export const parseAccessRecords = (lines: string): AccessRecord[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => accessRecordSchema.parse(JSON.parse(line)));
