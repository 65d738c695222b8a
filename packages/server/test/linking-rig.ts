import { fakeDiscordAccounts } from './fake-discord-accounts.ts';
import { startTestApp, type TestAppOptions, type TestPerson } from './harness.ts';

let given = 0;

/** An id at Discord that nobody has. */
export const freshDiscordId = () => String(300_000_000_000_000_000n + BigInt(given++));

/** The program with a Discord that the test plays. */
export async function linkingRig(options: TestAppOptions = {}) {
  const discord = fakeDiscordAccounts();
  const app = await startTestApp({ ...options, discord: { accounts: discord.accounts } });
  const authorize = async (person: TestPerson) => (await person.api.discord.authorizeDiscord()).url;
  return {
    app,
    discord,
    authorize,
    /** Consents at Discord as this account: what comes back with the person. */
    consent: async (person: TestPerson, discordId: string) =>
      discord.consent(await authorize(person), discordId),
    /** The whole way; answers the person's own account. */
    link: async (person: TestPerson, discordId: string) => {
      const body = discord.consent(await authorize(person), discordId);
      return (await person.api.discord.linkDiscord({ body })).user;
    },
    states: async (person: TestPerson) => {
      const text = 'SELECT * FROM discord_link_states WHERE uid = $1';
      return (await app.pool.query(text, [person.uid])).rows;
    },
  };
}

export type LinkingRig = Awaited<ReturnType<typeof linkingRig>>;
