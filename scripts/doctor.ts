import { doctor } from '../packages/server/src/doctor/doctor.ts';

const code = await doctor({
  args: process.argv.slice(2),
  env: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
});
// What did not answer in time may still wait for an answer; nobody waits for that.
process.stdout.write('', () => process.exit(code));
