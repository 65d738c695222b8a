import { diagnoseDiscord, type UrlSource } from '../adapters/discord/index.ts';
import type { ValidatedSettings } from '../config/index.ts';
import { type Finding, uncheckedFinding } from '../platform/findings.ts';

/** Timeout of each call to Discord, in ms. */
const ANSWER_TIMEOUT_MS = 5_000;

const setUpSteps = [
  '  1. Em discord.com/developers/applications crie um aplicativo com um bot.',
  '  2. No Discord crie um servidor só para as ligações e convide o bot.',
  '  3. Defina DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET, DISCORD_BOT_TOKEN e DISCORD_GUILD_ID.',
  '  4. Rode npm run doctor de novo: ele diz o que ainda falta.',
  'Passo a passo: docs/operations.md, "Calls".',
];

/**
 * Checks the Discord setup for voice calls.
 * @param apiBase base URL of the API; Discord's own by default
 */
export async function discordFindings(
  { config: settings, problems }: ValidatedSettings,
  apiBase?: UrlSource,
): Promise<readonly Finding[]> {
  const { discord: config, demo, publicUrl, port } = settings;
  if (config) {
    const redirectUri = `${publicUrl ?? `http://localhost:${port}`}/discord/callback`;
    return diagnoseDiscord({ config, redirectUri, apiBase, deadlineMs: ANSWER_TIMEOUT_MS });
  }
  if (problems.some((problem) => problem.includes('DISCORD_'))) {
    return [uncheckedFinding('Não olhado: as configurações do Discord não estão completas.')];
  }
  return [
    demo
      ? uncheckedFinding(
          'O Discord não está configurado: a Guilda usa o Discord de teste que vem com ela, e tudo o que é de ligações funciona nele, menos a voz.',
          ['Para usar o Discord de verdade:', ...setUpSteps].join('\n'),
        )
      : uncheckedFinding(
          'O Discord não está configurado: não há ligações, e o resto funciona sem elas.',
          ['Para ter ligações:', ...setUpSteps].join('\n'),
        ),
  ];
}
