import { authorityPackageCommand } from '../packages/server/src/authority-package/authority-package-command.ts';
import { createCommandContext } from './data-command.ts';

process.exitCode = await authorityPackageCommand(createCommandContext());
