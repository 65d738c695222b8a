import type { Module, NeedsOf } from '../../platform/module.ts';
import { type PackFileTasks, packFileSchedule, packFileTasks } from './sweep-pack-files.ts';

export const packFilesModule: Module<NeedsOf<typeof packFileTasks>, PackFileTasks> = {
  name: 'pack-files',
  schedule: packFileSchedule,
  create: (needs) => ({ tasks: packFileTasks(needs) }),
};
