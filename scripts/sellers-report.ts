import { sellersReportCommand } from '../packages/server/src/sellers-report.ts';
import { createCommandContext, streamToStdout } from './data-command.ts';

process.exitCode = await sellersReportCommand({
  ...createCommandContext(),
  writeOut: streamToStdout,
});
