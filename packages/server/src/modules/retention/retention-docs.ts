import type { RetentionRecord } from '@guilda/contract/retention-of-content';
import { retentionRecords } from '@guilda/contract/retention-records';

type Ends = RetentionRecord['ends'];

const sections: readonly {
  readonly ends: Ends;
  readonly title: string;
  readonly columns: readonly string[];
}[] = [
  {
    ends: 'time',
    title: 'Deleted by time',
    columns: ['what', 'where', 'how long', 'why so long', 'by'],
  },
  { ends: 'owner', title: 'Until its owner deletes it', columns: ['what', 'where', 'ends with'] },
  { ends: 'never', title: 'Kept for good', columns: ['what', 'where', 'why'] },
];

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function cellsOf(record: RetentionRecord): string[] {
  const { what, where } = record;
  if (record.ends === 'time') return [what, where, record.howLong, record.why, record.by];
  return [what, where, record.ends === 'owner' ? record.howLong : record.why];
}

/** The tables of `docs/retention.md` (`npm run settings`), made of the table that the privacy page is made of. */
export function formatRetentionTables(): string {
  const records = Object.values(retentionRecords).flat();
  return sections
    .map(({ ends, title, columns }) =>
      [
        `## ${title}`,
        lineOf(columns),
        `|${'---|'.repeat(columns.length)}`,
        ...records
          .filter((record) => record.ends === ends)
          .map((record) => lineOf(cellsOf(record))),
      ].join('\n'),
    )
    .join('\n\n');
}
