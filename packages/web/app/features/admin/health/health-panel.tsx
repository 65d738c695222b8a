import type { DependencyHealth, HealthState } from '@guilda/contract/health';
import clsx from 'clsx';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import * as styles from './health.module.css';
import { dependencyTexts, responseTimeText, stateTexts } from './health.ts';

const stateIcons: Readonly<Record<HealthState, typeof Check>> = {
  ok: Check,
  slow: TriangleAlert,
  failing: OctagonX,
  not_configured: Minus,
};

/** A service that Guilda depends on: its state as icon and word, instructions and details. */
export function HealthPanel({ dependency }: { dependency: DependencyHealth }) {
  const { name, state, since, ms, text, facts } = dependency;
  const id = useId();
  const Icon = stateIcons[state];
  return (
    <li className={clsx(styles.panel, 'panel plain')} data-state={state} aria-labelledby={id}>
      <div className="row spaceBetween gap2">
        <h3 className="bold" id={id}>
          {dependencyTexts[name]}
        </h3>
        <span className={styles.state}>
          <Icon className="icon" aria-hidden="true" />
          {stateTexts[state]}
        </span>
      </div>
      <p className="textSm breakWords">{text}</p>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt className="breakWords">{fact.label}</dt>
              <dd className="numeric">
                {'at' in fact ? fullDateTimeText(new Date(fact.at)) : fact.value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {state !== 'not_configured' && (
        <p className={clsx(styles.foot, 'textXs muted')}>
          {`Assim desde ${fullDateTimeText(new Date(since))}`}
          {ms !== null && ` · ${responseTimeText(state, ms)}`}
        </p>
      )}
    </li>
  );
}
