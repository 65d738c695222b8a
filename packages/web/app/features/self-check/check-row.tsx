import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { findingStateWords, type SelfCheckFinding } from './model/finding.ts';
import * as styles from './self-check.module.css';

const findingIcons = {
  ok: CircleCheck,
  warn: TriangleAlert,
  fail: CircleX,
  idle: CircleDashed,
  running: LoaderCircle,
} as const;

interface SelfCheckRowProps {
  name: string;
  finding: SelfCheckFinding | undefined;
  running: boolean;
  /** A button for the check, such as one that starts it. */
  children?: ReactNode;
}

/** One check of the self-check: name, result as icon and word, and a sentence about the result. */
export function SelfCheckRow({ name, finding, running, children }: SelfCheckRowProps) {
  const state = finding?.state ?? (running ? 'running' : undefined);
  const Icon = state ? findingIcons[state] : CircleDashed;
  return (
    <li className={styles.check} data-state={state}>
      <Icon className="icon" aria-hidden="true" />
      <div className="grow">
        <p className={styles.name}>
          <span className="bold">{name}</span>
          <span className={styles.result}>{state ? findingStateWords[state] : 'Na fila'}</span>
        </p>
        {finding && <p className="textSm muted pretty">{finding.text}</p>}
      </div>
      {children}
    </li>
  );
}
