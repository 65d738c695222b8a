import {
  type DiscordChannelState,
  type DiscordResponse,
  type DiscordState,
  type ReceivedDiscordRequest,
  userOf,
} from './discord-types.ts';

const refuseRequest = (
  status: number,
  code: number,
  message: string,
  moreFields: object = {},
): DiscordResponse => ({
  status,
  body: { message, code, ...moreFields },
});
const jsonResponse = (body: unknown, status = 200): DiscordResponse => ({ status, body });

const permissionsOf = (state: DiscordState) =>
  [state.setup.guildId, ...state.botRoles].reduce(
    (all, id) => all | (state.roles.get(id) ?? 0n),
    0n,
  );

/** Whether the bot has the permission of this bit; an administrator has all. */
function hasPermission(state: DiscordState, permissionBits: bigint): boolean {
  const botPermissions = permissionsOf(state);
  return (botPermissions & 0x8n) !== 0n || (botPermissions & permissionBits) === permissionBits;
}

const formError = (field: string, code: string) =>
  refuseRequest(400, 50_035, 'Invalid Form Body', {
    errors: { [field]: { _errors: [{ code, message: 'x' }] } },
  });

function createChannel(state: DiscordState, body: ReceivedDiscordRequest['body']): DiscordResponse {
  const requestedChannel = body as Partial<DiscordChannelState> | null;
  const {
    name = '',
    type = 0,
    permission_overwrites = [],
    parent_id = null,
  } = requestedChannel ?? {};
  if (name.length < 1 || name.length > 100) return formError('name', 'BASE_TYPE_BAD_LENGTH');
  if (parent_id && state.channels.get(parent_id)?.type !== 4) {
    return formError('parent_id', 'CHANNEL_PARENT_INVALID');
  }
  const siblings = [...state.channels.values()].filter(
    (channel) => channel.parent_id === parent_id,
  );
  if (parent_id && siblings.length >= 50)
    return formError('parent_id', 'CHANNEL_PARENT_MAX_CHANNELS');
  const usedBits = permission_overwrites.reduce(
    (all, overwrite) => all | BigInt(overwrite.allow) | BigInt(overwrite.deny),
    0n,
  );
  if (!hasPermission(state, 0x10n | usedBits))
    return refuseRequest(403, 50_013, 'Missing Permissions');
  if (state.channels.size >= 500)
    return refuseRequest(400, 30_013, 'Maximum number of guild channels');
  const madeChannel = { id: state.newId(), type, name, parent_id, permission_overwrites };
  state.channels.set(madeChannel.id, madeChannel);
  return jsonResponse(
    { ...madeChannel, guild_id: state.setup.guildId, position: 1, nsfw: false },
    201,
  );
}

function voiceStateResponse(state: DiscordState, id: string): DiscordResponse {
  const channelId = state.members.get(id);
  if (channelId === undefined) return refuseRequest(404, 10_007, 'Unknown Member');
  if (channelId === null) return refuseRequest(404, 10_065, 'Unknown Voice State');
  if (state.hiddenChannels.has(channelId)) return refuseRequest(403, 50_001, 'Missing Access');
  return jsonResponse({
    ...{ channel_id: channelId, user_id: id, session_id: 'x', deaf: false, mute: false },
    ...{ self_deaf: false, self_mute: true, self_video: false, suppress: false },
    ...{ guild_id: state.setup.guildId, request_to_speak_timestamp: null },
  });
}

function moveMember(
  state: DiscordState,
  id: string,
  body: ReceivedDiscordRequest['body'],
): DiscordResponse {
  const previousChannelId = state.members.get(id);
  const channelId = `${body?.['channel_id']}`;
  if (previousChannelId === undefined) return refuseRequest(404, 10_007, 'Unknown Member');
  if (!hasPermission(state, 0x1000000n)) return refuseRequest(403, 50_013, 'Missing Permissions');
  if (!state.channels.has(channelId)) return refuseRequest(404, 10_003, 'Unknown Channel');
  if (previousChannelId === null)
    return refuseRequest(400, 40_032, 'Target user is not connected to voice.');
  state.members.set(id, channelId);
  return jsonResponse({
    user: userOf(id, 'pessoa'),
    roles: [],
    deaf: false,
    mute: false,
    flags: 0,
  });
}

function makeInvite(
  state: DiscordState,
  channelId: string,
  body: ReceivedDiscordRequest['body'],
): DiscordResponse {
  if (!state.channels.has(channelId)) return refuseRequest(404, 10_003, 'Unknown Channel');
  if (!hasPermission(state, 0x1n)) return refuseRequest(403, 50_013, 'Missing Permissions');
  const code = state.nextInvites.shift() ?? `k${state.newId().slice(-6)}`;
  state.invites.set(code, { channelId, body: body ?? {} });
  return jsonResponse({ type: 0, code, channel: { id: channelId }, uses: 0, ...body });
}

function removeChannel(state: DiscordState, id: string): DiscordResponse {
  const channel = state.channels.get(id);
  if (!channel) return refuseRequest(404, 10_003, 'Unknown Channel');
  if (!hasPermission(state, 0x10n)) return refuseRequest(403, 50_013, 'Missing Permissions');
  state.channels.delete(id);
  for (const [person, at] of state.members) if (at === id) state.members.set(person, null);
  return jsonResponse(channel);
}

function ownMemberResponse(state: DiscordState): DiscordResponse {
  const user = userOf(state.botId, 'guilda', true);
  return jsonResponse({ user, roles: state.botRoles, deaf: false, mute: false, flags: 0 });
}

function guildResponse(state: DiscordState): DiscordResponse {
  const roles = [...state.roles].map(([id, bits]) => ({ id, permissions: `${bits}`, name: 'x' }));
  return jsonResponse({ id: state.setup.guildId, name: 'Guilda', owner_id: state.ownerId, roles });
}

function answerOwnUser(state: DiscordState, path: string): DiscordResponse | null {
  if (path === '/users/@me') return jsonResponse(userOf(state.botId, 'guilda', true));
  if (path !== '/applications/@me') return null;
  return jsonResponse({
    id: state.setup.clientId,
    name: 'Guilda',
    redirect_uris: state.redirectUris,
  });
}

/** REST API of the fake Discord for the bot. */
export function answerServer(
  state: DiscordState,
  request: ReceivedDiscordRequest,
): DiscordResponse {
  const { method, path, body } = request;
  const [, kind, id = '', what, whom = ''] = path.split('/');
  const call = `${method} /${kind}${what ? `/${what}` : ''}`;
  if (kind === 'users' || kind === 'applications') {
    return answerOwnUser(state, path) ?? refuseRequest(404, 0, '404: Not Found');
  }
  if (kind === 'guilds' && id !== state.setup.guildId)
    return refuseRequest(404, 10_004, 'Unknown Guild');
  if (!state.botIsHere) return refuseRequest(403, 50_001, 'Missing Access');
  if (call === 'GET /guilds') return guildResponse(state);
  if (call === 'GET /guilds/channels') return jsonResponse([...state.channels.values()]);
  if (call === 'POST /guilds/channels') return createChannel(state, body);
  if (call === 'GET /guilds/voice-states') return voiceStateResponse(state, whom);
  if (call === 'GET /guilds/members' && whom === state.botId) return ownMemberResponse(state);
  if (call === 'PATCH /guilds/members') return moveMember(state, whom, body);
  if (call === 'POST /channels/invites') return makeInvite(state, id, body);
  if (call === 'DELETE /channels') return removeChannel(state, id);
  return refuseRequest(404, 0, '404: Not Found');
}
