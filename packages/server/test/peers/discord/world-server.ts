import {
  type DiscordResponse,
  type DiscordWorld,
  type ReceivedDiscordRequest,
  userOf,
  type WorldChannel,
} from './parts.ts';

const refuse = (
  status: number,
  code: number,
  message: string,
  more: object = {},
): DiscordResponse => ({
  status,
  body: { message, code, ...more },
});
const jsonResponse = (body: unknown, status = 200): DiscordResponse => ({ status, body });

const permissionsOf = (world: DiscordWorld) =>
  [world.setup.guildId, ...world.botRoles].reduce(
    (all, id) => all | (world.roles.get(id) ?? 0n),
    0n,
  );

/** Whether the bot has the permission of this bit; an administrator has all. */
function hasPermission(world: DiscordWorld, bits: bigint): boolean {
  const own = permissionsOf(world);
  return (own & 0x8n) !== 0n || (own & bits) === bits;
}

const formError = (field: string, code: string) =>
  refuse(400, 50_035, 'Invalid Form Body', {
    errors: { [field]: { _errors: [{ code, message: 'x' }] } },
  });

function makeChannel(world: DiscordWorld, body: ReceivedDiscordRequest['body']): DiscordResponse {
  const wanted = body as Partial<WorldChannel> | null;
  const { name = '', type = 0, permission_overwrites = [], parent_id = null } = wanted ?? {};
  if (name.length < 1 || name.length > 100) return formError('name', 'BASE_TYPE_BAD_LENGTH');
  if (parent_id && world.channels.get(parent_id)?.type !== 4) {
    return formError('parent_id', 'CHANNEL_PARENT_INVALID');
  }
  const inside = [...world.channels.values()].filter((each) => each.parent_id === parent_id);
  if (parent_id && inside.length >= 50)
    return formError('parent_id', 'CHANNEL_PARENT_MAX_CHANNELS');
  const bits = permission_overwrites.reduce((all, o) => all | BigInt(o.allow) | BigInt(o.deny), 0n);
  if (!hasPermission(world, 0x10n | bits)) return refuse(403, 50_013, 'Missing Permissions');
  if (world.channels.size >= 500) return refuse(400, 30_013, 'Maximum number of guild channels');
  const made = { id: world.newId(), type, name, parent_id, permission_overwrites };
  world.channels.set(made.id, made);
  return jsonResponse({ ...made, guild_id: world.setup.guildId, position: 1, nsfw: false }, 201);
}

function voiceState(world: DiscordWorld, id: string): DiscordResponse {
  const channelId = world.members.get(id);
  if (channelId === undefined) return refuse(404, 10_007, 'Unknown Member');
  if (channelId === null) return refuse(404, 10_065, 'Unknown Voice State');
  if (world.closed.has(channelId)) return refuse(403, 50_001, 'Missing Access');
  return jsonResponse({
    ...{ channel_id: channelId, user_id: id, session_id: 'x', deaf: false, mute: false },
    ...{ self_deaf: false, self_mute: true, self_video: false, suppress: false },
    ...{ guild_id: world.setup.guildId, request_to_speak_timestamp: null },
  });
}

function moveMember(
  world: DiscordWorld,
  id: string,
  body: ReceivedDiscordRequest['body'],
): DiscordResponse {
  const from = world.members.get(id);
  const to = `${body?.['channel_id']}`;
  if (from === undefined) return refuse(404, 10_007, 'Unknown Member');
  if (!hasPermission(world, 0x1000000n)) return refuse(403, 50_013, 'Missing Permissions');
  if (!world.channels.has(to)) return refuse(404, 10_003, 'Unknown Channel');
  if (from === null) return refuse(400, 40_032, 'Target user is not connected to voice.');
  world.members.set(id, to);
  return jsonResponse({
    user: userOf(id, 'pessoa'),
    roles: [],
    deaf: false,
    mute: false,
    flags: 0,
  });
}

function makeInvite(
  world: DiscordWorld,
  channelId: string,
  body: ReceivedDiscordRequest['body'],
): DiscordResponse {
  if (!world.channels.has(channelId)) return refuse(404, 10_003, 'Unknown Channel');
  if (!hasPermission(world, 0x1n)) return refuse(403, 50_013, 'Missing Permissions');
  const code = world.nextInvites.shift() ?? `k${world.newId().slice(-6)}`;
  world.invites.set(code, { channelId, body: body ?? {} });
  return jsonResponse({ type: 0, code, channel: { id: channelId }, uses: 0, ...body });
}

function removeChannel(world: DiscordWorld, id: string): DiscordResponse {
  const gone = world.channels.get(id);
  if (!gone) return refuse(404, 10_003, 'Unknown Channel');
  if (!hasPermission(world, 0x10n)) return refuse(403, 50_013, 'Missing Permissions');
  world.channels.delete(id);
  for (const [person, at] of world.members) if (at === id) world.members.set(person, null);
  return jsonResponse(gone);
}

function ownMember(world: DiscordWorld): DiscordResponse {
  const user = userOf(world.botId, 'guilda', true);
  return jsonResponse({ user, roles: world.botRoles, deaf: false, mute: false, flags: 0 });
}

function server(world: DiscordWorld): DiscordResponse {
  const roles = [...world.roles].map(([id, bits]) => ({ id, permissions: `${bits}`, name: 'x' }));
  return jsonResponse({ id: world.setup.guildId, name: 'Guilda', owner_id: world.ownerId, roles });
}

function answerOwnUser(world: DiscordWorld, path: string): DiscordResponse | null {
  if (path === '/users/@me') return jsonResponse(userOf(world.botId, 'guilda', true));
  if (path !== '/applications/@me') return null;
  return jsonResponse({
    id: world.setup.clientId,
    name: 'Guilda',
    redirect_uris: world.redirectUris,
  });
}

/** REST API of the fake Discord for the bot. */
export function answerServer(
  world: DiscordWorld,
  request: ReceivedDiscordRequest,
): DiscordResponse {
  const { method, path, body } = request;
  const [, kind, id = '', what, whom = ''] = path.split('/');
  const call = `${method} /${kind}${what ? `/${what}` : ''}`;
  if (kind === 'users' || kind === 'applications') {
    return answerOwnUser(world, path) ?? refuse(404, 0, '404: Not Found');
  }
  if (kind === 'guilds' && id !== world.setup.guildId) return refuse(404, 10_004, 'Unknown Guild');
  if (!world.botIsHere) return refuse(403, 50_001, 'Missing Access');
  if (call === 'GET /guilds') return server(world);
  if (call === 'GET /guilds/channels') return jsonResponse([...world.channels.values()]);
  if (call === 'POST /guilds/channels') return makeChannel(world, body);
  if (call === 'GET /guilds/voice-states') return voiceState(world, whom);
  if (call === 'GET /guilds/members' && whom === world.botId) return ownMember(world);
  if (call === 'PATCH /guilds/members') return moveMember(world, whom, body);
  if (call === 'POST /channels/invites') return makeInvite(world, id, body);
  if (call === 'DELETE /channels') return removeChannel(world, id);
  return refuse(404, 0, '404: Not Found');
}
