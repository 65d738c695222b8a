import { createHash } from 'node:crypto';

/** Where the sandbox lives below the program's own address. */
export const discordSandboxPath = '/sandbox/discord';

/** Path of the sandbox's REST API, without the version. */
export const apiBasePath = `${discordSandboxPath}/api`;

/** Path of the sandbox's REST API. */
export const discordApiPath = `${apiBasePath}/v10`;

/** Path of the sandbox's consent page. */
export const authorizePath = `${discordSandboxPath}/oauth2/authorize`;

/** The application, bot and server of the sandbox, as a real installation is given them by Discord. */
export interface DiscordSandboxIdentity {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly botToken: string;
  readonly guildId: string;
}

/** Discord counts the ms of its ids from 2015. */
const DISCORD_EPOCH = Date.UTC(2015, 0, 1);
const EARLIEST = BigInt(Date.UTC(2018, 0, 1) - DISCORD_EPOCH);
const SPAN = BigInt(Date.UTC(2024, 0, 1) - Date.UTC(2018, 0, 1));
const LOW_BITS = 22n;

/** A deterministic Discord id for a text. */
export function snowflakeOf(words: string): string {
  const hash = createHash('sha256').update(words).digest();
  const moment = EARLIEST + (hash.readBigUInt64BE(0) % SPAN);
  return String((moment << LOW_BITS) | BigInt(hash.readUInt32BE(8) % (1 << 22)));
}

/** A new Discord id for a time; `noise` distinguishes ids of the same millisecond. */
export function snowflakeAt(moment: Date, noise: string): string {
  const low = BigInt(createHash('sha256').update(noise).digest().readUInt32BE(0) % (1 << 22));
  return String((BigInt(moment.getTime() - DISCORD_EPOCH) << LOW_BITS) | low);
}

/** The creation time contained in a Discord id. */
export function timestampOf(snowflake: string): Date {
  return new Date(Number(BigInt(snowflake) >> LOW_BITS) + DISCORD_EPOCH);
}

/** Ids of the fixed objects of the sandbox's server, derived from the server id. */
export function fixturesOf(guildId: string) {
  const one = (name: string) => snowflakeOf(`${guildId} ${name}`);
  return {
    ownerId: one('owner'),
    botId: one('bot'),
    botRoleId: one('bot role'),
    categoryId: one('category'),
    textId: one('text'),
    lobbyId: one('lobby'),
  };
}
