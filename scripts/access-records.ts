import { text } from 'node:stream/consumers';
import { accessRecordsCommand } from '../packages/server/src/access-records/access-records-command.ts';
import { createCommandContext } from './data-command.ts';

process.exitCode = await accessRecordsCommand({
  ...createCommandContext(),
  print: (line) => process.stdout.write(`${line}\n`),
  readInput: async () => (process.stdin.isTTY ? null : text(process.stdin)),
});
