import { restoreCommand } from '../packages/server/src/backup/commands/restore-command.ts';
import { createCommandContext } from './data-command.ts';

process.exitCode = await restoreCommand({ ...createCommandContext(), readIn: process.stdin });
