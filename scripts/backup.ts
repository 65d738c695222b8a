import { backupCommand } from '../packages/server/src/backup/commands/backup-command.ts';
import { onTerminal, toStandardOutput } from './data-command.ts';

process.exitCode = await backupCommand({ ...onTerminal(), writeOut: toStandardOutput });
