import { backupCommand } from '../packages/server/src/backup/commands/backup-command.ts';
import { createCommandContext, streamToStdout } from './data-command.ts';

process.exitCode = await backupCommand({ ...createCommandContext(), writeOut: streamToStdout });
