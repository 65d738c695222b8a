import { type ComponentProps, lazy, Suspense } from 'react';
import type { ReportDialog } from './report-dialog.tsx';

const Dialog = lazy(() =>
  import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
);

/**
 * The report dialog, fetched once it is there: mount it when a signed-in person asks for it
 * (`tellSignedOut` tells a visitor) and leave it mounted, so that its closing is seen.
 */
export function ReportDialogLater(props: ComponentProps<typeof ReportDialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
