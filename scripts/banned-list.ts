import { bannedListCommand } from '../packages/server/src/banned-list.ts';
import { createCommandContext } from './data-command.ts';

process.exitCode = await bannedListCommand(createCommandContext());
