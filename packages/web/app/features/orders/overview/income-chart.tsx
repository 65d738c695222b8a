import { formatBrl } from '@guilda/contract/money/money';
import { type PointerEvent, useState } from 'react';
import * as styles from './income-chart.module.css';
import { type IncomeDay, type IncomeScale, labeledDays } from './income-scale.ts';

/** Width of a day in SVG units; the drawing is stretched to the width of its container. */
const DAY_WIDTH = 10;
/** Space at each side of a bar, in SVG units. */
const BAR_GAP = 1.5;
/** Height of the drawing, in SVG units. */
const CHART_HEIGHT = 100;
/** Minimum height of the bar of a day with income, in SVG units, so that the bar stays visible. */
const MIN_BAR_HEIGHT = 2;

interface IncomeBarsProps {
  days: readonly IncomeDay[];
  chosenIndex: number | null;
}

function IncomeBars({ days, chosenIndex }: IncomeBarsProps) {
  const width = days.length * DAY_WIDTH;
  return (
    <svg viewBox={`0 0 ${width} ${CHART_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {[0, 0.5, 1].map((lineShare) => (
        <line
          key={lineShare}
          x1={0}
          x2={width}
          y1={CHART_HEIGHT * lineShare}
          y2={CHART_HEIGHT * lineShare}
        />
      ))}
      {days.map(({ day, heightShare }, index) => {
        const height = heightShare > 0 ? Math.max(MIN_BAR_HEIGHT, heightShare * CHART_HEIGHT) : 0;
        return (
          <rect
            key={day}
            className={index === chosenIndex ? styles.chosen : undefined}
            x={index * DAY_WIDTH + BAR_GAP}
            y={CHART_HEIGHT - height}
            width={DAY_WIDTH - 2 * BAR_GAP}
            height={height}
          />
        );
      })}
    </svg>
  );
}

const dayIncomeText = ({ label, centavos }: IncomeDay) => `${label}: ${formatBrl(centavos)}`;

interface DayPickerProps {
  days: readonly IncomeDay[];
  chosenIndex: number | null;
  onChoose: (index: number | null) => void;
}

/**
 * An invisible slider over the bars that selects a day by arrow keys, touch or mouse. Screen readers read out the
 * selected day and its income.
 */
function DayPicker({ days, chosenIndex, onChoose }: DayPickerProps) {
  const lastIndex = days.length - 1;
  const chooseDayAtPointer = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const dayIndex = Math.floor(((event.clientX - left) / width) * days.length);
    onChoose(Math.min(lastIndex, Math.max(0, dayIndex)));
  };
  const day = days[chosenIndex ?? lastIndex];
  return (
    <input
      type="range"
      min={0}
      max={lastIndex}
      value={chosenIndex ?? lastIndex}
      aria-label="Dia"
      aria-valuetext={day && dayIncomeText(day)}
      onChange={(event) => onChoose(event.currentTarget.valueAsNumber)}
      onFocus={() => onChoose(chosenIndex ?? lastIndex)}
      onBlur={() => onChoose(null)}
      onPointerDown={chooseDayAtPointer}
      // Scrolling can move the page under a mouse at rest, which also causes this event; only a real movement selects a
      // day.
      onPointerMove={(event) =>
        (event.movementX !== 0 || event.movementY !== 0) && chooseDayAtPointer(event)
      }
      onPointerLeave={({ currentTarget }) =>
        document.activeElement !== currentTarget && onChoose(null)
      }
    />
  );
}

/** Income per day as bars; the selected day is shown above the chart. */
export function IncomeChart({ scale: { days, topCentavos } }: { scale: IncomeScale }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const day = chosen === null ? undefined : days[chosen];
  return (
    <div className={styles.chart}>
      <p className={`${styles.caption} textSm`} aria-hidden="true">
        {day ? (
          <>
            <span className="muted">{day.label}</span>
            <b className="numeric">{formatBrl(day.centavos)}</b>
          </>
        ) : (
          <span className="muted">Escolha um dia para ver o valor.</span>
        )}
      </p>
      <div className={styles.plot}>
        <span className={`numeric ${styles.scaleTop}`} aria-hidden="true">
          {formatBrl(topCentavos).replace(',00', '')}
        </span>
        <div className={styles.bars}>
          <IncomeBars days={days} chosenIndex={chosen} />
          <DayPicker days={days} chosenIndex={chosen} onChoose={setChosen} />
        </div>
        <ol className={`${styles.days} numeric`} aria-hidden="true">
          {labeledDays(days.length).map((index) => (
            <li key={index} style={{ left: `${((index + 0.5) / days.length) * 100}%` }}>
              {days[index]?.label}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
