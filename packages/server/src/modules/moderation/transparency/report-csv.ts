import type { TransparencyReport } from '@guilda/contract/transparency';
import { toCsv, UTF8_BOM } from '../../../platform/csv.ts';

type Counts = Readonly<Record<string, number | null>>;

const names = {
  reports: {
    minor: 'Envolvem menores de 18 anos',
    user: 'Sobre perfis',
    service: 'Sobre serviços',
    post: 'Sobre publicações',
    comment: 'Sobre comentários',
    review: 'Sobre avaliações',
  },
  outcomes: { upheld: 'Procedentes', dismissed: 'Improcedentes' },
  actions: {
    hide: 'Conteúdo ou perfil escondido',
    automaticHide: 'Escondido automaticamente até a decisão',
    blur: 'Marcado como só para adultos',
    warn: 'Aviso',
    suspend: 'Suspensão',
    banPicture: 'Imagem barrada',
    refund: 'Reembolso',
  },
  appeals: { received: 'Recebidos', granted: 'Aceitos', denied: 'Negados' },
} as const;

const groups = [
  ['reports', 'Denúncias recebidas'],
  ['outcomes', 'Denúncias decididas'],
  ['actions', 'Medidas'],
  ['appeals', 'Recursos'],
] as const;

const countCell = (count: number | null): string => (count === null ? 'menos de 10' : `${count}`);

const hoursCell = (hours: number | undefined): string =>
  hours === undefined ? 'menos de 10 decisões' : `${hours}`;

/** The report of a half-year as CSV. Counts are texts, because spreadsheets of amounts have two decimals. */
export function createReportCsv(report: TransparencyReport): string {
  const rows = groups.flatMap(([group, title]) => {
    const counts: Counts = report[group];
    return Object.entries<string>(names[group]).map(([key, name]) => [
      title,
      name,
      countCell(counts[key] ?? null),
    ]);
  });
  const times = (['reports', 'appeals'] as const).flatMap((kind) => {
    const title = kind === 'reports' ? 'Horas até decidir denúncias' : 'Horas até decidir recursos';
    return [
      [title, 'Metade em até', hoursCell(report.times[kind]?.median)],
      [title, '90% em até', hoursCell(report.times[kind]?.ninetyPercent)],
    ];
  });
  return (
    UTF8_BOM +
    toCsv([['Semestre', report.half, ''], ['Grupo', 'O quê', 'Número'], ...rows, ...times])
  );
}
