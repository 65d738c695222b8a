import type { ComponentProps } from 'react';
import { loadAhead } from '../../lib/load-code.ts';
import { useLater } from '../../ui/use-later.ts';
import type { ReportDialog } from './report-dialog.tsx';

const loadDialog = () => import('./report-dialog.tsx').then((module) => module.ReportDialog);

/** Fetches the dialog ahead of need; where it cannot be had now, opening it asks again. */
export const aheadOfReport = () => loadAhead(loadDialog);

/**
 * The report dialog, fetched once it is there: mount it when a signed-in person asks for it
 * (`tellSignedOut` tells a visitor) and leave it mounted, so that its closing is seen.
 */
export function ReportDialogLater(props: ComponentProps<typeof ReportDialog>) {
  const Dialog = useLater(loadDialog, props.open, () => props.onOpenChange(false));
  return Dialog && <Dialog {...props} />;
}
