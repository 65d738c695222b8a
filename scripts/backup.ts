import { backupCommand } from '../packages/server/src/backup/commands/backup-command.ts';
import { streamToStdout, terminalOptions } from './data-command.ts';

process.exitCode = await backupCommand({ ...terminalOptions(), writeOut: streamToStdout });
