import { stringify } from 'csv-stringify/sync';
import type { AccessRecord } from '../modules/access-records/index.ts';

/** Portuguese names of the kinds of access, for the operator. */
const accessKindNames: Readonly<Record<AccessRecord['kind'], string>> = {
  sign_in: 'entrou',
  refresh: 'continuou',
  write: 'escreveu',
  sign_out: 'saiu',
};

const formatRecordLine = ({ at, address, port, kind }: AccessRecord) =>
  `${at}  ${address}  ${port === null ? 'porta desconhecida' : `porta ${port}`}  ${accessKindNames[kind]}`;

/** Formats records as lines of text, with times in UTC. */
export const formatRecordsAsText = (records: readonly AccessRecord[]): readonly string[] =>
  records.map(formatRecordLine);

/** Formats records as CSV with a header line. */
export const formatRecordsAsCsv = (records: readonly AccessRecord[]): readonly string[] =>
  stringify(
    records.map(({ at, address, port, kind }) => [at, address, port ?? '', accessKindNames[kind]]),
    { header: true, columns: ['quando (UTC)', 'endereço', 'porta', 'acesso'] },
  )
    .trimEnd()
    .split('\n');
