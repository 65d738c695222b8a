import { createHash } from 'node:crypto';

/** Path of the sandbox below the program's own URL. */
export const discordSandboxPath = '/sandbox/discord';

/** Path of the sandbox's REST API, without the version. */
export const discordApiBasePath = `${discordSandboxPath}/api`;

/** Path of the sandbox's REST API, version 10. */
export const discordApiPath = `${discordApiBasePath}/v10`;

/** Path of the sandbox's consent page. */
export const discordAuthorizePath = `${discordSandboxPath}/oauth2/authorize`;

/** The sandbox's application, bot and server, in the same form as the settings of a real installation. */
export interface DiscordSandboxIdentity {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly botToken: string;
  readonly guildId: string;
}

/** Time zero of Discord's ids: the start of 2015, in ms since 1970. */
const DISCORD_EPOCH = Date.UTC(2015, 0, 1);
/** Earliest creation time of a derived id, in ms since `DISCORD_EPOCH`. */
const EARLIEST_ID_MS = BigInt(Date.UTC(2018, 0, 1) - DISCORD_EPOCH);
/** Length of the period in which derived ids have their creation times, in ms. */
const ID_RANGE_MS = BigInt(Date.UTC(2024, 0, 1) - Date.UTC(2018, 0, 1));
/** Number of low bits of an id that follow the bits of its creation time. */
const SNOWFLAKE_LOW_BITS = 22n;

/** Derives a Discord id from a text; the same text always gives the same id. */
export function deriveSnowflake(seedText: string): string {
  const hash = createHash('sha256').update(seedText).digest();
  const timeMs = EARLIEST_ID_MS + (hash.readBigUInt64BE(0) % ID_RANGE_MS);
  return String((timeMs << SNOWFLAKE_LOW_BITS) | BigInt(hash.readUInt32BE(8) % (1 << 22)));
}

/** Creates a new Discord id for a time; `noise` distinguishes ids of the same millisecond. */
export function createSnowflake(createdAt: Date, noise: string): string {
  const low = BigInt(createHash('sha256').update(noise).digest().readUInt32BE(0) % (1 << 22));
  return String((BigInt(createdAt.getTime() - DISCORD_EPOCH) << SNOWFLAKE_LOW_BITS) | low);
}

/** The creation time contained in a Discord id. */
export function timestampOf(snowflake: string): Date {
  return new Date(Number(BigInt(snowflake) >> SNOWFLAKE_LOW_BITS) + DISCORD_EPOCH);
}

/** Ids of the fixed objects of the sandbox's server, derived from the server id. */
export function fixedIdsOf(guildId: string) {
  const idOf = (name: string) => deriveSnowflake(`${guildId} ${name}`);
  return {
    ownerId: idOf('owner'),
    botId: idOf('bot'),
    botRoleId: idOf('bot role'),
    categoryId: idOf('category'),
    textId: idOf('text'),
    lobbyId: idOf('lobby'),
  };
}
