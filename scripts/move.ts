import { moveCommand } from '../packages/server/src/backup/commands/move-command.ts';
import { onTerminal } from './data-command.ts';

process.exitCode = await moveCommand(onTerminal());
