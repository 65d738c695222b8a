import type { IncomingHttpHeaders } from 'node:http';

/** A request that the fake Discord received. */
export interface ReceivedDiscordRequest {
  readonly method: string;
  /** Path below `/api/v10`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON or form; null without a body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

export interface DiscordResponse {
  readonly status: number;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DiscordChannelState {
  readonly id: string;
  readonly type: number;
  readonly name: string;
  readonly parent_id: string | null;
  readonly permission_overwrites: readonly {
    readonly id: string;
    readonly type: number;
    readonly allow: string;
    readonly deny: string;
  }[];
}

/** The whole state of the fake Discord; tests may change it. */
export interface DiscordState {
  readonly setup: {
    clientId: string;
    clientSecret: string;
    botToken: string;
    guildId: string;
    categoryId: string;
  };
  /** A voice channel that always exists. */
  readonly lobbyId: string;
  readonly botId: string;
  readonly ownerId: string;
  redirectUris: string[];
  /** Permissions of the server's roles by id; the server's own id is the role of everybody. */
  readonly roles: Map<string, bigint>;
  botRoles: string[];
  botIsHere: boolean;
  /** Voice channel of each member of the server, by the member's id; null for a member in none. */
  readonly members: Map<string, string | null>;
  readonly channels: Map<string, DiscordChannelState>;
  /** Channels that the bot cannot see. */
  readonly hiddenChannels: Set<string>;
  readonly invites: Map<string, { readonly channelId: string; readonly body: object }>;
  readonly codes: Map<string, GivenConsent>;
  /** Valid access tokens with their owners. */
  readonly tokens: Map<string, string>;
  /** Codes of the next invites; generated when empty. */
  readonly nextInvites: string[];
  newId(): string;
}

export interface GivenConsent {
  readonly discordId: string;
  readonly challenge: string | null;
  readonly redirectUri: string | null;
}

export const userOf = (id: string, username: string, bot = false) => ({
  ...{ id, username, discriminator: '0', global_name: null, avatar: null, bot },
  ...{ banner: null, accent_color: null, flags: 0, public_flags: 0, mfa_enabled: true },
});
