import type { RetentionEntry } from '@guilda/contract/privacy/content-retention-entries';
import { retentionEntries } from '@guilda/contract/privacy/retention-entries';

type RetentionEnds = RetentionEntry['ends'];

const retentionSections: readonly {
  readonly ends: RetentionEnds;
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

const tableRowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function tableCellsOf(retentionEntry: RetentionEntry): string[] {
  const { what, where } = retentionEntry;
  if (retentionEntry.ends === 'time')
    return [what, where, retentionEntry.howLong, retentionEntry.why, retentionEntry.deletedBy];
  return [
    what,
    where,
    retentionEntry.ends === 'owner' ? retentionEntry.howLong : retentionEntry.why,
  ];
}

/**
 * Formats the tables of `docs/retention.md` (`npm run settings`) from the same list of retention periods that the
 * privacy page shows.
 */
export function formatRetentionTables(): string {
  const records = Object.values(retentionEntries).flat();
  return retentionSections
    .map(({ ends, title, columns }) =>
      [
        `## ${title}`,
        tableRowOf(columns),
        `|${'---|'.repeat(columns.length)}`,
        ...records
          .filter((record) => record.ends === ends)
          .map((record) => tableRowOf(tableCellsOf(record))),
      ].join('\n'),
    )
    .join('\n\n');
}
