import { runDoctor } from '../packages/server/src/doctor/doctor.ts';

const exitCode = await runDoctor({
  args: process.argv.slice(2),
  env: process.env,
  printLine: (line) => process.stdout.write(`${line}\n`),
});
// The process is ended here, because checks that timed out may still be running and would keep it alive.
process.stdout.write('', () => process.exit(exitCode));
