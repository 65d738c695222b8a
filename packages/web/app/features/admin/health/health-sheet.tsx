import type { DependencyHealth, HealthState } from '@guilda/contract/health';
import clsx from 'clsx';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import { wholeMoment } from '../../../lib/moments.ts';
import { dependencyText, stateText, tookText } from '../model/health.ts';

const icons: Readonly<Record<HealthState, typeof Check>> = {
  ok: Check,
  slow: TriangleAlert,
  failing: OctagonX,
  not_configured: Minus,
};

/** One thing the product stands on: its state in shape and word, what to do, and what is known. */
export function HealthSheet({ dependency }: { dependency: DependencyHealth }) {
  const { name, state, since, ms, text, facts } = dependency;
  const id = useId();
  const Icon = icons[state];
  return (
    <li className={clsx('painel liso sau-s', `sau-${state}`)} aria-labelledby={id}>
      <div className="row between g2">
        <h3 className="b" id={id}>
          {dependencyText[name]}
        </h3>
        <span className="sau-e">
          <Icon className="i" aria-hidden="true" />
          {stateText[state]}
        </span>
      </div>
      <p className="t-sm quebra">{text}</p>
      {facts.length > 0 && (
        <dl className="sau-f">
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt className="quebra">{fact.label}</dt>
              <dd className="num">{'at' in fact ? wholeMoment(new Date(fact.at)) : fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {state !== 'not_configured' && (
        <p className="t-xs mute sau-p">
          {`Assim desde ${wholeMoment(new Date(since))}`}
          {ms !== null && ` · ${tookText(state, ms)}`}
        </p>
      )}
    </li>
  );
}
