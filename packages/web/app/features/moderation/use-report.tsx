import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import type { Reported, ReportSubject } from './report-dialog.tsx';
import { tellSignedOut } from './tell-signed-out.ts';

const loadDialog = () => import('./report-dialog.tsx');
const ReportDialog = lazy(() => loadDialog().then((module) => ({ default: module.ReportDialog })));

interface Report {
  /** Opens the dialog; a visitor is told to sign in first. */
  start(): void;
  /** Fetches the dialog ahead of the press. */
  prepare(): void;
  /** Goes beside what opens it, outside of anything that closes. */
  readonly dialog: ReactNode;
}

/** The report of a person to the team, of something they made where `about` names it. */
export function useReport(person: Reported, about?: ReportSubject): Report {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const start = () => {
    if (!useSession.getState().user) return tellSignedOut();
    setWanted(true);
    setOpen(true);
  };
  const dialog = wanted && (
    <Suspense>
      <ReportDialog open={open} onOpenChange={setOpen} person={person} about={about} />
    </Suspense>
  );
  return { start, prepare: () => void loadDialog(), dialog };
}
