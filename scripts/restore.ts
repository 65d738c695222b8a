import { restoreCommand } from '../packages/server/src/backup/commands/restore-command.ts';
import { terminalOptions } from './data-command.ts';

process.exitCode = await restoreCommand({ ...terminalOptions(), readIn: process.stdin });
