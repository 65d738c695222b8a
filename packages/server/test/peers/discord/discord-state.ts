import {
  type DiscordChannelState,
  type DiscordResponse,
  type DiscordState,
  type ReceivedDiscordRequest,
  userOf,
} from './discord-types.ts';
import { answerOAuth } from './oauth-responses.ts';
import { answerServer } from './server-responses.ts';

/**
 * Permission bits that the bot needs: Manage Channels, Create Invite, View Channels, Connect, Speak, Video, Voice
 * Activity, Move Members.
 */
export const sufficientPermissions =
  0x10n | 0x1n | 0x400n | 0x100000n | 0x200000n | 0x200n | 0x2000000n | 0x1000000n;

export function createDiscordState(): DiscordState {
  let idCount = 0;
  const newId = () => {
    idCount += 1;
    return `13100000000000${String(idCount).padStart(5, '0')}`;
  };
  const guildId = newId();
  const categoryId = newId();
  const botRole = newId();
  const channels = new Map<string, DiscordChannelState>();
  const addChannel = (id: string, type: number, name: string) =>
    channels.set(id, { id, type, name, parent_id: null, permission_overwrites: [] });
  addChannel(categoryId, 4, 'Ligações');
  addChannel(newId(), 0, 'geral');
  const lobbyId = newId();
  addChannel(lobbyId, 2, 'Sala de espera');
  return {
    setup: {
      ...{ clientId: newId(), clientSecret: 'segredo-do-aplicativo', guildId, categoryId },
      botToken: 'TOKEN.DO.robo',
    },
    lobbyId,
    botId: newId(),
    ownerId: newId(),
    redirectUris: ['https://guilda.example/discord/callback'],
    roles: new Map([
      [guildId, 0x400n],
      [botRole, sufficientPermissions],
    ]),
    botRoles: [botRole],
    botIsHere: true,
    members: new Map(),
    channels,
    hiddenChannels: new Set(),
    invites: new Map(),
    codes: new Map(),
    tokens: new Map(),
    nextInvites: [],
    newId,
  };
}

const unauthorizedResponse: DiscordResponse = {
  status: 401,
  body: { message: '401: Unauthorized', code: 0 },
};

/** The response of the fake Discord to a request. */
export function discordResponseTo(
  state: DiscordState,
  request: ReceivedDiscordRequest,
): DiscordResponse {
  const { path, headers } = request;
  if (path.startsWith('/oauth2/')) return answerOAuth(state, request);
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ');
  if (scheme === 'Bearer') {
    const id = state.tokens.get(token);
    if (id === undefined || path !== '/users/@me') return unauthorizedResponse;
    return { status: 200, body: { ...userOf(id, `pessoa${id.slice(-3)}`), locale: 'pt-BR' } };
  }
  if (scheme !== 'Bot' || token !== state.setup.botToken) return unauthorizedResponse;
  return answerServer(state, request);
}
