import type { TaskRunners } from '../../platform/jobs/index.ts';
import { eraseExportsOf, type MakeExportDeps, makeExport, sweepExports } from './make-export.ts';

/** Background jobs of data exports and closed accounts. The queue stores the job names, so a name must not change. */
export type PrivacyTasks = {
  /** Erases an unused picture; `photoURL` is the picture's address. */
  readonly 'privacy.erase_picture': { readonly photoURL: string };
  /** Makes a requested data export. */
  readonly 'privacy.make_export': { readonly exportId: string; readonly personId: string };
  /** Erases the files of the exports of a closed account. */
  readonly 'privacy.erase_exports': { readonly personId: string };
  /** Deletes expired exports; scheduled. */
  readonly 'privacy.sweep_exports': Readonly<Record<string, string>>;
};

/** Cron expression: 23 minutes past every hour. */
export const privacySchedule = { 'privacy.sweep_exports': '23 * * * *' } as const;

export interface PrivacyTaskDeps extends MakeExportDeps {
  deletePicture(photoURL: string): Promise<void>;
}

export function privacyTasks(deps: PrivacyTaskDeps): TaskRunners<PrivacyTasks> {
  const exportData = makeExport(deps);
  const sweep = sweepExports(deps);
  return {
    'privacy.erase_picture': ({ photoURL }) => deps.deletePicture(photoURL),
    'privacy.make_export': ({ exportId: id, personId }, { signal }) =>
      exportData({ id, personId }, signal),
    'privacy.erase_exports': ({ personId }) => eraseExportsOf(deps)(personId),
    'privacy.sweep_exports': (_, { signal }) => sweep(signal),
  };
}
