import { discordDoctor } from '../packages/server/src/discord-doctor.ts';

process.exitCode = await discordDoctor({
  env: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
});
