import { type ComponentProps, useState } from 'react';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { useSession } from '../../lib/session/session.ts';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { loadModerateDialog, type ModerateDialogProps } from '../admin/index.ts';
import { isAdmin } from './is-admin.ts';
import type { ReportDialog } from './report-dialog.tsx';
import { moderateTitle, reportSubjectOf } from './reported.ts';

const loadReportDialog = () => import('./report-dialog.tsx').then((module) => module.ReportDialog);

/** Loads the code of the dialog before it is opened; after a failure, opening the dialog loads it again. */
export const preloadReportDialog = () =>
  preloadCode(isAdmin(useSession.getState()) ? loadModerateDialog : loadReportDialog);

type ReportProps = ComponentProps<typeof ReportDialog>;

type ModerateCallbacks = Pick<ModerateDialogProps, 'onStatus' | 'onConcerned'>;

interface LazyReportDialogProps extends ReportProps, Pick<ModerateCallbacks, 'onStatus'> {}

function LazyReportForm(props: ReportProps) {
  const Dialog = useLazyComponent(loadReportDialog, props.open, () => props.onOpenChange(false));
  return Dialog && <Dialog {...props} />;
}

function LazyModerateDialog({ person, ...props }: ReportProps & ModerateCallbacks) {
  const Dialog = useLazyComponent(loadModerateDialog, props.open, () => props.onOpenChange(false));
  return (
    Dialog && (
      <Dialog {...props} subjectRef={reportSubjectOf(person)} title={moderateTitle(person)} />
    )
  );
}

/**
 * The report dialog or, for administrators, the moderation dialog; its code is loaded when it is first mounted. If the
 * server refuses an administrator because the item is their own, the report dialog replaces the moderation dialog.
 * Mount it when a signed-in person opens it (visitors get `notifySignInNeeded`), and leave it mounted so that its
 * closing animation plays.
 */
export function LazyReportDialog({ onStatus, ...props }: LazyReportDialogProps) {
  const isTeamMember = useSession(isAdmin);
  const [concerned, setConcerned] = useState(false);
  if (!isTeamMember || concerned) return <LazyReportForm {...props} />;
  return (
    <LazyModerateDialog {...props} onStatus={onStatus} onConcerned={() => setConcerned(true)} />
  );
}
