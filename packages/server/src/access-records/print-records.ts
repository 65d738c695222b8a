import { stringify } from 'csv-stringify/sync';
import type { AccessRecord } from '../modules/access-records/index.ts';

/** Words for the kinds of access, in Portuguese for the operator. */
const kindWords: Readonly<Record<AccessRecord['kind'], string>> = {
  sign_in: 'entrou',
  refresh: 'continuou',
  write: 'escreveu',
  sign_out: 'saiu',
};

const line = ({ at, address, port, kind }: AccessRecord) =>
  `${at}  ${address}  ${port === null ? 'porta desconhecida' : `porta ${port}`}  ${kindWords[kind]}`;

/** The records as lines of text; times are in UTC. */
export const formatLines = (records: readonly AccessRecord[]): readonly string[] =>
  records.map(line);

/** The records as CSV with a line of names. */
export const formatCsv = (records: readonly AccessRecord[]): readonly string[] =>
  stringify(
    records.map(({ at, address, port, kind }) => [at, address, port ?? '', kindWords[kind]]),
    { header: true, columns: ['quando (UTC)', 'endereço', 'porta', 'acesso'] },
  )
    .trimEnd()
    .split('\n');
