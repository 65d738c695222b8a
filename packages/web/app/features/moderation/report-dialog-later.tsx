import { type ComponentProps, useState } from 'react';
import { loadAhead } from '../../lib/load-code.ts';
import { useSession } from '../../lib/session.ts';
import { useLater } from '../../ui/use-later.ts';
import type { ModerateDialog } from '../deeds/index.ts';
import type { ReportDialog } from './report-dialog.tsx';
import { moderateTitle, subjectOf } from './reported.ts';
import { isTeam } from './use-team.ts';

const loadReport = () => import('./report-dialog.tsx').then((module) => module.ReportDialog);
const loadModerate = () => import('../deeds/index.ts').then((module) => module.ModerateDialog);

/** Fetches the dialog ahead of need; where it cannot be had now, opening it asks again. */
export const aheadOfReport = () =>
  loadAhead(isTeam(useSession.getState()) ? loadModerate : loadReport);

type ReportProps = ComponentProps<typeof ReportDialog>;

type Moderated = Pick<ComponentProps<typeof ModerateDialog>, 'onStanding' | 'onConcerned'>;

interface Props extends ReportProps, Pick<Moderated, 'onStanding'> {}

function ReportLater(props: ReportProps) {
  const Dialog = useLater(loadReport, props.open, () => props.onOpenChange(false));
  return Dialog && <Dialog {...props} />;
}

function ModerateLater({ person, ...props }: ReportProps & Moderated) {
  const Dialog = useLater(loadModerate, props.open, () => props.onOpenChange(false));
  return Dialog && <Dialog {...props} seen={subjectOf(person)} title={moderateTitle(person)} />;
}

/**
 * The dialog that reports, or for the team the one that moderates the same, fetched once it is there:
 * mount it when a signed-in person asks for it (`tellSignedOut` tells a visitor) and leave it mounted,
 * so that its closing is seen. What concerns the team's own reader they report like anybody else.
 */
export function ReportDialogLater({ onStanding, ...props }: Props) {
  const team = useSession(isTeam);
  const [concerned, setConcerned] = useState(false);
  if (!team || concerned) return <ReportLater {...props} />;
  return (
    <ModerateLater {...props} onStanding={onStanding} onConcerned={() => setConcerned(true)} />
  );
}
