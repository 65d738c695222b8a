import { drillCommand } from '../packages/server/src/backup/commands/drill-command.ts';
import { terminalOptions } from './data-command.ts';

process.exitCode = await drillCommand(terminalOptions());
