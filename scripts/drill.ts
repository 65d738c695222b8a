import { drillCommand } from '../packages/server/src/backup/commands/drill-command.ts';
import { createCommandContext } from './data-command.ts';

process.exitCode = await drillCommand(createCommandContext());
