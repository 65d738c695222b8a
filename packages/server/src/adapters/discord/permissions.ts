import { OverwriteType, PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { z } from 'zod';
import type { channels, member, server } from './response-schemas.ts';

/** The bot's membership of its server, from which its permissions are computed. */
export interface BotMembership {
  readonly id: string;
  readonly guildId: string;
  readonly member: z.output<typeof member>;
  readonly server: z.output<typeof server>;
}

type BotChannel = z.output<typeof channels>[number];

const ALL_PERMISSIONS = ~0n;

/** Permissions of the bot in the whole server: those of its roles and of `@everyone`. */
export function serverPermissionsOf({ guildId, member: { roles }, server }: BotMembership): bigint {
  const rolePermissions = server.roles
    .filter(({ id }) => id === guildId || roles.includes(id))
    .reduce((combined, role) => combined | role.permissions, 0n);
  return (rolePermissions & Permission.Administrator) === 0n ? rolePermissions : ALL_PERMISSIONS;
}

/**
 * Permissions of the bot in one channel: overwrites are applied for `@everyone`, then for the bot's roles together,
 * then for the bot itself.
 */
export function channelPermissionsOf(
  bot: BotMembership,
  { permission_overwrites: overwrites }: BotChannel,
): bigint {
  const serverPermissions = serverPermissionsOf(bot);
  if (serverPermissions === ALL_PERMISSIONS) return serverPermissions;
  const { roles } = bot.member;
  const overwriteGroups = [
    overwrites.filter(({ id }) => id === bot.guildId),
    overwrites.filter(({ id, type }) => type === OverwriteType.Role && roles.includes(id)),
    overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === bot.id),
  ];
  return overwriteGroups.reduce((permissions, group) => {
    const deniedBits = group.reduce((bits, { deny }) => bits | deny, 0n);
    return (permissions & ~deniedBits) | group.reduce((bits, { allow }) => bits | allow, 0n);
  }, serverPermissions);
}

/** Permissions that rooms need, with their names in Discord's Portuguese settings. */
export const permissionNames: ReadonlyMap<bigint, string> = new Map([
  [Permission.ViewChannel, 'Ver canais'],
  [Permission.ManageChannels, 'Gerenciar canais'],
  [Permission.CreateInstantInvite, 'Criar convite'],
  [Permission.Connect, 'Conectar'],
  [Permission.Speak, 'Falar'],
  [Permission.Stream, 'Vídeo'],
  [Permission.UseVAD, 'Usar detecção de voz'],
  [Permission.MoveMembers, 'Mover membros'],
]);
