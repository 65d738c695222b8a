import { accountIdOf } from '../adapters/demo-discord/index.ts';
import { type DemoPersona, demoPeople } from './people.ts';
import type { Seeded } from './seeded.ts';

/** The account of a person of the demo at the sandbox of Discord. */
function accountOf({ name }: DemoPersona) {
  const username = name.toLowerCase();
  return { discordId: accountIdOf(username), username };
}

/** The accounts that the sandbox's page of consent offers: nobody's, and those of the demo's people. */
export const offeredAccounts = [
  ...['coruja_livre', 'tamandua_livre'].map((username) => ({
    discordId: accountIdOf(username),
    username,
    about: 'Conta de ninguém, para você experimentar',
  })),
  ...demoPeople
    .filter(({ discord }) => discord !== null)
    .map((persona) => ({ ...accountOf(persona), about: `Conta de ${persona.name}` })),
];

/** Links a person's account by the calls that their browser would make, and puts it in its place. */
export async function seedDiscord(
  post: (url: string, body: unknown) => Promise<unknown>,
  persona: DemoPersona,
  { api }: Pick<Seeded, 'api'>,
): Promise<void> {
  if (persona.discord === null) return;
  const { discordId, username } = accountOf(persona);
  const { url } = await api.discord.authorizeDiscord();
  const state = new URL(url).searchParams.get('state') ?? '';
  const consent = await post('/dev/discord-code', { state, discordId, username });
  const { code } = consent as { code: string };
  await api.discord.linkDiscord({ body: { code, state } });
  if (persona.discord === 'elsewhere') return;
  const connected = persona.discord === 'in voice';
  await post('/dev/discord-voice', { discordId, connected });
}
