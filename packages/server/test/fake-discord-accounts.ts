import { createHash } from 'node:crypto';
import { err, ok } from '../src/platform/result.ts';
import type { Consent, ConsentRequest, DiscordAccounts } from '../src/ports/discord-accounts.ts';

interface Given {
  readonly discordId: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** Discord as far as linking asks it: a code works once, with its verifier and its return address. */
export function fakeDiscordAccounts() {
  const codes = new Map<string, Given>();
  const asked: Consent[] = [];
  const begun: ConsentRequest[] = [];
  let failing = false;
  let between = async (): Promise<void> => undefined;
  const accounts: DiscordAccounts = {
    authorizeUrl: (request) => {
      begun.push(request);
      const { state, verifier, redirectUri } = request;
      const params = { state, challenge: challengeOf(verifier), redirect_uri: redirectUri };
      return `https://discord.example/authorize?${new URLSearchParams(params)}`;
    },
    identify: async (consent) => {
      asked.push(consent);
      await between();
      if (failing) return err('discord_unavailable');
      const given = codes.get(consent.code);
      codes.delete(consent.code);
      const right =
        given?.challenge === challengeOf(consent.verifier) &&
        given.redirectUri === consent.redirectUri;
      return given && right ? ok({ discordId: given.discordId }) : err('discord_link_refused');
    },
  };
  return {
    accounts,
    /** Consents that were begun, as they were put to Discord. */
    begun,
    /** Questions that were put to Discord. */
    asked,
    /** What runs while Discord is being asked, from now on. */
    meanwhile: (run: () => Promise<void>) => {
      between = run;
    },
    fail: (now: boolean) => {
      failing = now;
    },
    /** Somebody consents at this address: what Discord sends back with them. */
    consent(url: string, discordId: string) {
      const { searchParams } = new URL(url);
      const told = (name: string) => searchParams.get(name) ?? '';
      const code = `code-${codes.size}-${Math.random().toString(36).slice(2)}`;
      codes.set(code, {
        discordId,
        challenge: told('challenge'),
        redirectUri: told('redirect_uri'),
      });
      return { code, state: told('state') };
    },
  };
}
