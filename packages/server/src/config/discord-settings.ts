import { type DiscordConfig, discordOf } from './config.ts';
import { discordNames, discordProblems, missingProblems } from './problems.ts';
import { readSecretFiles } from './secret-files.ts';
import { environment } from './settings.ts';

/** What `npm run doctor` looks at, and what keeps it from looking. */
export interface DiscordSettings {
  /** Null without any; then the sandbox is used, which production has not. */
  readonly discord: DiscordConfig | null;
  readonly publicUrl: string;
  readonly problems: readonly string[];
}

const discordEnvironment = environment.pick({
  ...{ PORT: true, PUBLIC_URL: true, DISCORD_CLIENT_ID: true, DISCORD_CLIENT_SECRET: true },
  ...{ DISCORD_BOT_TOKEN: true, DISCORD_GUILD_ID: true, DISCORD_CATEGORY_ID: true },
});

/** The settings of Discord alone: they can be checked before all the others are right. */
export function readDiscordSettings(env: Record<string, string | undefined>): DiscordSettings {
  const { given, problems: unread } = readSecretFiles(env);
  const parsed = discordEnvironment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
    return { discord: null, publicUrl: '', problems: [...unread, ...problems] };
  }
  const { PUBLIC_URL: publicUrl, PORT: port } = parsed.data;
  return {
    discord: discordOf(parsed.data),
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? `http://localhost:${port}`,
    problems: [
      ...unread,
      ...(given['NODE_ENV'] === 'production'
        ? missingProblems(discordNames, given)
        : discordProblems(given)),
    ],
  };
}
