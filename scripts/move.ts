import { moveCommand } from '../packages/server/src/backup/commands/move-command.ts';
import { terminalOptions } from './data-command.ts';

process.exitCode = await moveCommand(terminalOptions());
