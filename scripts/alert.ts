import { alertCommand } from '../packages/server/src/alert/alert-command.ts';

process.exitCode = await alertCommand({
  args: process.argv.slice(2),
  env: process.env,
  printLine: (line) => process.stderr.write(`${line}\n`),
});
