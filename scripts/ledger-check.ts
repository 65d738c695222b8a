import { ledgerCheck } from '../packages/server/src/ledger-check.ts';

process.exitCode = await ledgerCheck({
  env: process.env,
  printLine: (line) => process.stdout.write(`${line}\n`),
});
