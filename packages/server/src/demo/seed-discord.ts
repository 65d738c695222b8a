import { deriveAccountId } from '@guilda/sandboxes/discord';
import { type DemoPersona, demoPeople } from './people.ts';
import type { SeededPerson } from './seeded-person.ts';

/** A demo person's account at the Discord sandbox. */
function discordAccountOf({ name }: DemoPersona) {
  const username = name.toLowerCase();
  return { discordId: deriveAccountId(username), username };
}

/** Accounts that the sandbox's consent page offers: accounts that are not linked, and those of demo people. */
export const offeredAccounts = [
  ...['coruja_livre', 'tamandua_livre'].map((username) => ({
    discordId: deriveAccountId(username),
    username,
    description: 'Conta de ninguém, para você experimentar',
  })),
  ...demoPeople
    .filter(({ discord }) => discord !== null)
    .map((persona) => ({ ...discordAccountOf(persona), description: `Conta de ${persona.name}` })),
];

/**
 * Links a person's Discord account with the HTTP calls that a browser would make, and puts the account into the server
 * or voice channel.
 */
export async function seedDiscord(
  post: (url: string, body: unknown) => Promise<unknown>,
  persona: DemoPersona,
  { api }: Pick<SeededPerson, 'api'>,
): Promise<void> {
  if (persona.discord === null) return;
  const { discordId, username } = discordAccountOf(persona);
  const { url } = await api.discord.authorizeDiscord();
  const state = new URL(url).searchParams.get('state') ?? '';
  const consentAnswer = await post('/dev/discord-code', { state, discordId, username });
  const { code } = consentAnswer as { code: string };
  await api.discord.linkDiscord({ body: { code, state } });
  if (persona.discord === 'elsewhere') return;
  const connected = persona.discord === 'in voice';
  await post('/dev/discord-voice', { discordId, connected });
}
