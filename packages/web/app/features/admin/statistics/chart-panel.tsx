import clsx from 'clsx';
import { useId } from 'react';
import { chartBars, dayText, sumOf } from './chart.ts';
import * as styles from './statistics.module.css';

interface ChartPanelProps {
  title: string;
  /** The days as `2026-11-22`, one for each value. */
  days: readonly string[];
  values: readonly number[];
  /** Formats a value. */
  text: (value: number) => string;
  small?: boolean | undefined;
}

const CHART_WIDTH = 300;

function ColumnChart({ days, values, text, small, label }: ChartPanelProps & { label: string }) {
  const height = small ? 48 : 96;
  const bars = chartBars(values, CHART_WIDTH);
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${CHART_WIDTH} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2={CHART_WIDTH} y1={height - 0.5} y2={height - 0.5} />
      {bars.map(({ x, width, share }, index) => (
        <rect
          key={days[index]}
          x={x}
          width={width}
          y={height * (1 - share)}
          height={height * share}
        >
          <title>{`${dayText(days[index] ?? '')}: ${text(values[index] ?? 0)}`}</title>
        </rect>
      ))}
    </svg>
  );
}

/** The values of the chart as a table, for screen readers. */
function DayTable({ title, days, values, text }: ChartPanelProps) {
  return (
    // The class `srOnly` is on an element around the table: a browser never makes a table smaller than its rows, so a
    // table with this class would lengthen the page.
    <div className="srOnly">
      <table>
        <caption>{title}</caption>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              <td>{text(values[index] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Chart of one number per day, with its sum and a table for screen readers. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, days, values, text } = props;
  const id = useId();
  const totalText = text(sumOf(values));
  const highestText = text(Math.max(0, ...values));
  return (
    <section className={clsx(styles.chart, 'panel plain')} aria-labelledby={id}>
      <h3 className="textSm muted" id={id}>
        {title}
      </h3>
      <p className={clsx(styles.total, 'numeric')}>{totalText}</p>
      <ColumnChart
        {...props}
        label={`${title}: ${totalText} em ${days.length} dias, no máximo ${highestText}`}
      />
      <p className="row spaceBetween textXs muted" aria-hidden="true">
        <span className="numeric">{dayText(days[0] ?? '')}</span>
        <span className="numeric">{`máx. ${highestText}`}</span>
        <span className="numeric">{dayText(days.at(-1) ?? '')}</span>
      </p>
      <DayTable {...props} />
    </section>
  );
}
