import { restoreCommand } from '../packages/server/src/backup/commands/restore-command.ts';
import { onTerminal } from './data-command.ts';

process.exitCode = await restoreCommand({ ...onTerminal(), readIn: process.stdin });
