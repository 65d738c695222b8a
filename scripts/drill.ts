import { drillCommand } from '../packages/server/src/backup/commands/drill-command.ts';
import { onTerminal } from './data-command.ts';

process.exitCode = await drillCommand(onTerminal());
