import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { type Finding, stateWords } from './model/finding.ts';

const icons = {
  ok: CircleCheck,
  warn: TriangleAlert,
  fail: CircleX,
  idle: CircleDashed,
  running: LoaderCircle,
} as const;

interface CheckRowProps {
  name: string;
  finding: Finding | undefined;
  running: boolean;
  /** Something to press about it. */
  children?: ReactNode;
}

/** A check: what it is, how it came out by sign and word, and what was found. */
export function CheckRow({ name, finding, running, children }: CheckRowProps) {
  const state = finding?.state ?? (running ? 'running' : undefined);
  const Icon = state ? icons[state] : CircleDashed;
  return (
    <li className="teste-l" data-state={state}>
      <Icon className="i" aria-hidden="true" />
      <div className="cresce">
        <p className="teste-n">
          <span className="b">{name}</span>
          <span className="teste-s">{state ? stateWords[state] : 'Na fila'}</span>
        </p>
        {finding && <p className="t-sm mute pre">{finding.text}</p>}
      </div>
      {children}
    </li>
  );
}
