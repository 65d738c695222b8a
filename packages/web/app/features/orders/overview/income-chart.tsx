import { formatBrl } from '@guilda/contract/money';
import { type PointerEvent, useState } from 'react';
import { type IncomeDay, type IncomeScale, labelledDays } from './income-scale.ts';

/** Units of the drawing; it is stretched over the place it gets. */
const STEP = 10;
const GAP = 1.5;
const HEIGHT = 100;
/** Least height of a day that brought something. */
const LEAST = 2;

interface BarsProps {
  days: readonly IncomeDay[];
  chosen: number | null;
}

function Bars({ days, chosen }: BarsProps) {
  const width = days.length * STEP;
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {[0, 0.5, 1].map((line) => (
        <line key={line} x1={0} x2={width} y1={HEIGHT * line} y2={HEIGHT * line} />
      ))}
      {days.map(({ day, share }, index) => {
        const height = share > 0 ? Math.max(LEAST, share * HEIGHT) : 0;
        return (
          <rect
            key={day}
            className={index === chosen ? 'on' : undefined}
            x={index * STEP + GAP}
            y={HEIGHT - height}
            width={STEP - 2 * GAP}
            height={height}
          />
        );
      })}
    </svg>
  );
}

const spoken = ({ label, centavos }: IncomeDay) => `${label}: ${formatBrl(centavos)}`;

interface ReaderProps {
  days: readonly IncomeDay[];
  chosen: number | null;
  onChoose: (index: number | null) => void;
}

/** Lies over the bars: a day is picked by arrow keys, finger or mouse, and read out. */
function DayPicker({ days, chosen, onChoose }: ReaderProps) {
  const last = days.length - 1;
  const point = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * days.length);
    onChoose(Math.min(last, Math.max(0, at)));
  };
  const day = days[chosen ?? last];
  return (
    <input
      type="range"
      min={0}
      max={last}
      value={chosen ?? last}
      aria-label="Dia"
      aria-valuetext={day && spoken(day)}
      onChange={(event) => onChoose(event.currentTarget.valueAsNumber)}
      onFocus={() => onChoose(chosen ?? last)}
      onBlur={() => onChoose(null)}
      onPointerDown={point}
      // A page that moves under a resting pointer is no choice of a day.
      onPointerMove={(event) => (event.movementX !== 0 || event.movementY !== 0) && point(event)}
      onPointerLeave={({ currentTarget }) =>
        document.activeElement !== currentTarget && onChoose(null)
      }
    />
  );
}

/** Income day by day as bars; the chosen day is named above them. */
export function IncomeChart({ scale: { days, top } }: { scale: IncomeScale }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const day = chosen === null ? undefined : days[chosen];
  return (
    <div className="grafico">
      <p className="grafico-d t-sm" aria-hidden="true">
        {day ? (
          <>
            <span className="mute">{day.label}</span>
            <b className="num">{formatBrl(day.centavos)}</b>
          </>
        ) : (
          <span className="mute">Escolha um dia para ver o valor.</span>
        )}
      </p>
      <div className="grafico-q">
        <span className="num grafico-y" aria-hidden="true">
          {formatBrl(top).replace(',00', '')}
        </span>
        <div className="grafico-b">
          <Bars days={days} chosen={chosen} />
          <DayPicker days={days} chosen={chosen} onChoose={setChosen} />
        </div>
        <ol className="grafico-x num" aria-hidden="true">
          {labelledDays(days.length).map((index) => (
            <li key={index} style={{ left: `${((index + 0.5) / days.length) * 100}%` }}>
              {days[index]?.label}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
