import type { TransparencyReport } from '@guilda/contract/moderation/transparency';
import { countGroups, hiddenCountText } from '@guilda/contract/moderation/transparency-texts';
import clsx from 'clsx';
import Download from 'lucide-react/icons/download';
import { durationInHoursText } from '../../lib/format/duration-text.ts';
import { Disclosure } from '../../ui/display/disclosure.tsx';
import { EmptyNote } from '../../ui/feedback/empty-note.tsx';
import { Main } from '../../ui/layout/main.tsx';
import * as styles from './transparency-page.module.css';

/** Formats a half-year: `2026-1` becomes `1º semestre de 2026`. */
function halfYearText(halfYear: string): string {
  const [year, part] = halfYear.split('-');
  return `${part}º semestre de ${year}`;
}

/** Formats a day: `2027-01-01` becomes `01/01/2027`. */
const dayText = (day: string): string => day.split('-').reverse().join('/');

function NumberTable({ title, rows }: { title: string; rows: readonly [string, string][] }) {
  return (
    <table className={styles.numbers}>
      <caption className="bold">{title}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={/^\d/.test(value) ? 'numeric' : 'textSm secondary'}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CountNumbers({ report }: { report: TransparencyReport }) {
  return countGroups.map(({ group, title, names }) => {
    const counts: Readonly<Record<string, number | null>> = report[group];
    const rows = Object.entries<string>(names).map(([key, name]): [string, string] => [
      name,
      counts[key]?.toLocaleString('pt-BR') ?? hiddenCountText,
    ]);
    return <NumberTable key={group} title={title} rows={rows} />;
  });
}

function TimeNumbers({ times }: Pick<TransparencyReport, 'times'>) {
  const rows = (['reports', 'appeals'] as const).flatMap((kind): [string, string][] => {
    const kindText = kind === 'reports' ? 'das denúncias' : 'dos recursos';
    const hoursText = (hours: number | undefined) =>
      hours === undefined ? `${hiddenCountText} decisões` : `até ${durationInHoursText(hours)}`;
    return [
      [`Metade ${kindText}`, hoursText(times[kind]?.median)],
      [`9 de cada 10 ${kindText}`, hoursText(times[kind]?.ninetyPercent)],
    ];
  });
  return <NumberTable title="Tempo até a decisão" rows={rows} />;
}

function HalfYearReport({ report, open }: { report: TransparencyReport; open: boolean }) {
  const { half } = report;
  return (
    <div className="panel">
      <Disclosure
        open={open}
        summary={
          <span className={styles.title}>
            <h2 className="display4">{halfYearText(half)}</h2>
            <span className="textSm muted">
              {half.endsWith('1') ? 'Janeiro a junho' : 'Julho a dezembro'}
            </span>
          </span>
        }
      >
        <div className={styles.groups}>
          <CountNumbers report={report} />
          <TimeNumbers times={report.times} />
        </div>
        <a className={clsx(styles.file, 'link')} href={`/api/transparency/${half}.csv`} download>
          <Download className="icon" aria-hidden="true" />
          Baixar {halfYearText(half)} em CSV
        </a>
      </Disclosure>
    </div>
  );
}

function ReadingNotes({ nextOn }: { nextOn: string }) {
  return (
    <section className={styles.reading} aria-labelledby="como-ler">
      <h2 className="display4" id="como-ler">
        Como ler os números
      </h2>
      <ul className="secondary">
        <li>
          Menos de 10, mesmo zero, aparece como “{hiddenCountText}”. Os outros números são
          arredondados para baixo, de 10 em 10, e não há totais. Assim ninguém descobre um caso
          isolado.
        </li>
        <li>
          O tempo só aparece a partir de 10 decisões, arredondado para cima: em horas ou, a partir
          de dois dias, em dias.
        </li>
        <li>
          Uma denúncia conta no semestre em que chegou, e uma decisão no semestre em que foi tomada.
        </li>
        <li>
          O semestre em curso aparece depois que termina, a partir de {dayText(nextOn)}, porque
          números que mudam todo dia deixariam ver casos isolados. Um relatório publicado não muda
          mais.
        </li>
      </ul>
    </section>
  );
}

interface TransparencyPageProps {
  readonly reports: readonly TransparencyReport[];
  /** First day of the next half-year, when the report of the current one is published; `yyyy-mm-dd`. */
  readonly nextOn: string;
}

/** `/transparencia`: numbers about reports, decisions and appeals in each past half-year. */
export function TransparencyPage({ reports, nextOn }: TransparencyPageProps) {
  return (
    <Main>
      <div className={clsx(styles.page, 'container')}>
        <header className={styles.head}>
          <h1 className="display2">Transparência</h1>
          <p className="textLg secondary pretty">
            Quantas denúncias chegaram, o que a equipe decidiu e quanto tempo levou, a cada seis
            meses.
          </p>
        </header>
        {reports.length === 0 && (
          <EmptyNote>
            Ainda não há relatório. O primeiro aparece aqui a partir de {dayText(nextOn)}, se até lá
            houver denúncias.
          </EmptyNote>
        )}
        {reports.map((report, index) => (
          <HalfYearReport key={report.half} report={report} open={index === 0} />
        ))}
        <ReadingNotes nextOn={nextOn} />
      </div>
    </Main>
  );
}
