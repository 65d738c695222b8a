import type { AdminStatistics } from '@guilda/contract/moderation/admin-statistics';
import {
  type DeviceClass,
  deviceClasses,
  type VitalMetric,
  vitalBounds,
  vitalMetrics,
} from '@guilda/contract/privacy/web-vitals';
import { screenText } from '../model/words.ts';
import { dayText } from './chart.ts';
import * as styles from './statistics.module.css';

type WebVitals = AdminStatistics['vitals'];
type VitalPercentile = Omit<WebVitals['days'][number], 'day'>;

const deviceTexts: Record<DeviceClass, string> = { phone: 'Celular', desktop: 'Computador' };

const decimalFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** Formats the upper bound of a percentile, which is in ms, or for CLS in thousandths of the score. */
function percentileBoundText(metric: VitalMetric, upperBound: number): string {
  if (metric === 'CLS') return decimalFormat.format(upperBound / 1000);
  return upperBound < 1000 ? `${upperBound} ms` : `${decimalFormat.format(upperBound / 1000)} s`;
}

function percentileText(percentile: VitalPercentile | undefined): string {
  if (!percentile) return '–';
  if (percentile.p75 !== null) return percentileBoundText(percentile.metric, percentile.p75);
  return `> ${percentileBoundText(percentile.metric, vitalBounds[percentile.metric].at(-1) ?? 0)}`;
}

interface VitalTableProps {
  caption: string;
  /** Heading of the column that contains the names of the rows. */
  heading: string;
  /** Names of the rows with their measured values. */
  rows: ReadonlyMap<string, readonly VitalPercentile[]>;
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

/** Web vitals of one class of devices, by day (newest first) and by page. */
function DeviceVitals({ device, vitals }: { device: DeviceClass; vitals: WebVitals }) {
  const isOnDevice = (each: VitalPercentile) => each.device === device;
  const days = Map.groupBy(vitals.days.filter(isOnDevice).toReversed(), ({ day }) => dayText(day));
  const pages = Map.groupBy(vitals.screens.filter(isOnDevice), ({ screen }) => screenText(screen));
  if (days.size === 0) return null;
  const deviceName = deviceTexts[device];
  return (
    <div className={styles.counts}>
      <VitalTable caption={`${deviceName}, por dia`} heading="Dia" rows={days} />
      <VitalTable caption={`${deviceName}, por página`} heading="Página" rows={pages} />
    </div>
  );
}

/** Loading speed of pages for visitors who consented to analytics, as the 75th percentile of each web vital. */
export function VitalsPanel({ vitals }: { vitals: WebVitals }) {
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
