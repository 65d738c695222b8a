import { authorityPackageCommand } from '../packages/server/src/authority-package/authority-package-command.ts';
import { createCommandContext, streamToStdout } from './data-command.ts';

process.exitCode = await authorityPackageCommand({
  ...createCommandContext(),
  writeOut: streamToStdout,
});
