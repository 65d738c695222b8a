import { runDoctor } from '../packages/server/src/doctor/doctor.ts';

const exitCode = await runDoctor({
  args: process.argv.slice(2),
  env: process.env,
  printLine: (line) => process.stdout.write(`${line}\n`),
});
// The process exits here although checks that timed out may still be running.
process.stdout.write('', () => process.exit(exitCode));
