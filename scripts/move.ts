import { moveCommand } from '../packages/server/src/backup/commands/move-command.ts';
import { createCommandContext } from './data-command.ts';

process.exitCode = await moveCommand(createCommandContext());
