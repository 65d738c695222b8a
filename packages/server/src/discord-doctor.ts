import { type Address, diagnoseDiscord } from './adapters/discord/index.ts';
import { readDiscordSettings } from './config/index.ts';

export interface DiscordDoctorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
  /** Discord's own unless told. */
  readonly apiBase?: Address;
}

const sandbox = [
  'O Discord não está configurado: a Guilda usa o Discord de teste que vem com ela,',
  'e tudo o que é de ligações funciona nele, menos a voz.',
  '',
  'Para usar o Discord de verdade:',
  '  1. Em discord.com/developers/applications crie um aplicativo com um bot.',
  '  2. No Discord crie um servidor só para as ligações e convide o bot.',
  '  3. Defina DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET, DISCORD_BOT_TOKEN e DISCORD_GUILD_ID.',
  '  4. Rode npm run doctor de novo: ele diz o que ainda falta.',
  'Passo a passo: docs/operations.md, "Calls".',
];

/**
 * Looks at what is set up for calls at Discord and says what to do about what is not right.
 * @returns exit code: 0 all is well (the sandbox too), 1 something is wrong
 */
export async function discordDoctor(options: DiscordDoctorOptions): Promise<0 | 1> {
  const { env, say, apiBase } = options;
  const { discord, publicUrl, problems } = readDiscordSettings(env);
  for (const problem of problems) say(`✗ ${problem}`);
  if (problems.length > 0) return 1;
  if (!discord) {
    for (const line of sandbox) say(line);
    return 0;
  }
  const redirectUri = `${publicUrl}/discord/callback`;
  const findings = await diagnoseDiscord({ config: discord, redirectUri, apiBase });
  for (const { ok, text, todo } of findings) {
    say(`${ok ? '✓' : '✗'} ${text}`);
    if (todo) say(`    ${todo}`);
  }
  const sound = findings.every(({ ok }) => ok);
  say(sound ? 'Tudo certo com o Discord.' : 'Há algo a acertar no Discord: veja os ✗ acima.');
  return sound ? 0 : 1;
}
