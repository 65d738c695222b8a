import type { AdminStatistics } from '@guilda/contract/admin-statistics';
import {
  type DeviceClass,
  deviceClasses,
  type VitalMetric,
  vitalBounds,
  vitalMetrics,
} from '@guilda/contract/web-vitals';
import { screenText } from '../model/words.ts';
import { dayText } from './chart.ts';
import * as styles from './statistics.module.css';

type Vitals = AdminStatistics['vitals'];
type Percentile = Omit<Vitals['days'][number], 'day'>;

const deviceTexts: Record<DeviceClass, string> = { phone: 'Celular', desktop: 'Computador' };

const decimals = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** A bound in the metric's unit: ms below a second, seconds, or a score. */
function boundText(metric: VitalMetric, bound: number): string {
  if (metric === 'CLS') return decimals.format(bound / 1000);
  return bound < 1000 ? `${bound} ms` : `${decimals.format(bound / 1000)} s`;
}

function percentileText(found: Percentile | undefined): string {
  if (!found) return '–';
  if (found.p75 !== null) return boundText(found.metric, found.p75);
  return `> ${boundText(found.metric, vitalBounds[found.metric].at(-1) ?? 0)}`;
}

interface VitalTableProps {
  caption: string;
  /** Heading of the column with the names of the rows. */
  heading: string;
  /** Each row's name with what was measured of it. */
  rows: ReadonlyMap<string, readonly Percentile[]>;
}

function VitalTable({ caption, heading, rows }: VitalTableProps) {
  return (
    <table className={styles.vitals}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {vitalMetrics.map((metric) => (
            <th key={metric} scope="col">
              {metric}
            </th>
          ))}
          <th scope="col">Visitas</th>
        </tr>
      </thead>
      <tbody>
        {[...rows].map(([name, measured]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {vitalMetrics.map((metric) => (
              <td key={metric} className="numeric">
                {percentileText(measured.find((each) => each.metric === metric))}
              </td>
            ))}
            <td className="numeric">{Math.max(...measured.map(({ visits }) => visits))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was measured on a class of devices, by day (newest first) and by page. */
function DeviceVitals({ device, vitals }: { device: DeviceClass; vitals: Vitals }) {
  const onDevice = (each: Percentile) => each.device === device;
  const days = Map.groupBy(vitals.days.filter(onDevice).toReversed(), ({ day }) => dayText(day));
  const pages = Map.groupBy(vitals.screens.filter(onDevice), ({ screen }) => screenText(screen));
  if (days.size === 0) return null;
  const name = deviceTexts[device];
  return (
    <div className={styles.counts}>
      <VitalTable caption={`${name}, por dia`} heading="Dia" rows={days} />
      <VitalTable caption={`${name}, por página`} heading="Página" rows={pages} />
    </div>
  );
}

/** How quickly pages were there for visitors who agreed to be counted: what three of four visits stayed within. */
export function VitalsPanel({ vitals }: { vitals: Vitals }) {
  return (
    <section className="panel plain column" aria-labelledby="num-rapidez">
      <h2 className="bold" id="num-rapidez">
        Rapidez das páginas
      </h2>
      <p className="muted textSm">
        {vitals.days.length === 0
          ? 'Nenhuma visita medida nestes dias.'
          : 'Três de cada quatro visitas ficaram até este valor, na primeira página que a pessoa abriu. LCP: até o principal aparecer. INP: até um toque ter resposta. CLS: quanto a página se mexeu sozinha. TTFB: até o servidor responder.'}
      </p>
      {deviceClasses.map((device) => (
        <DeviceVitals key={device} device={device} vitals={vitals} />
      ))}
    </section>
  );
}
