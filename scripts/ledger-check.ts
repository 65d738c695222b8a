import { ledgerCheck } from '../packages/server/src/ledger-check.ts';

process.exitCode = await ledgerCheck({
  env: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
});
