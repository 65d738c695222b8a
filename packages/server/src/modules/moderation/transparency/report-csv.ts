import type { TransparencyReport } from '@guilda/contract/moderation/transparency';
import { countGroups, hiddenCountText } from '@guilda/contract/moderation/transparency-texts';
import { toCsv, UTF8_BOM } from '../../../platform/csv.ts';

const hoursCell = (hours: number | undefined): string =>
  hours === undefined ? 'menos de 10 decisões' : String(hours);

/** The report of a half-year as CSV. All cells are texts, because `toCsv` writes numbers as amounts of money. */
export function createReportCsv(report: TransparencyReport): string {
  const counts = countGroups.flatMap(({ group, title, names }) => {
    const publishedCounts: Readonly<Record<string, number | null>> = report[group];
    return Object.entries<string>(names).map(([key, name]) => [
      title,
      name,
      String(publishedCounts[key] ?? hiddenCountText),
    ]);
  });
  const times = (['reports', 'appeals'] as const).flatMap((kind) => {
    const title = kind === 'reports' ? 'Horas até decidir denúncias' : 'Horas até decidir recursos';
    const { median, ninetyPercent } = report.times[kind] ?? {};
    return [
      [title, 'Metade em até', hoursCell(median)],
      [title, '90% em até', hoursCell(ninetyPercent)],
    ];
  });
  const head = [
    ['Semestre', report.half, ''],
    ['Grupo', 'O quê', 'Número'],
  ];
  return UTF8_BOM + toCsv([...head, ...counts, ...times]);
}
