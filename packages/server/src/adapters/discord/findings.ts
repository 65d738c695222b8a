import type { z } from 'zod';
import { type Finding, failedFinding, passedFinding } from '../../platform/findings.ts';
import type { Result } from '../../platform/result.ts';
import { neededPermissions } from './channel-body.ts';
import type { DiscordSetup } from './discord-api.ts';
import type { DiscordFailure } from './failures.ts';
import { permissionNames } from './permissions.ts';
import type { application } from './response-schemas.ts';

const PORTAL_LOCATION = 'discord.com/developers/applications → seu aplicativo';

/** Discord's maximum number of channels of a server; no room can be created beyond it. */
const MAX_CHANNELS = 500;
/** Discord's maximum number of channels in one category. */
const MAX_CHANNELS_PER_CATEGORY = 50;
/** Share of a maximum from which `npm run doctor` warns that a server or category is nearly full. */
const NEARLY_FULL_SHARE = 0.9;

const failureTexts: Partial<Record<DiscordFailure, string>> = {
  timed_out: 'demorou demais para responder',
  unreachable: 'não pôde ser alcançado',
  rate_limited: 'pediu que se espere (limite de requisições)',
  server_error: 'respondeu com um erro dele',
  unintelligible: 'respondeu algo que não se entende',
};

/** Finding that says that Discord gave no usable answer. */
export function unansweredFinding(failure: DiscordFailure): Finding {
  return failedFinding(
    `O Discord ${failureTexts[failure] ?? 'recusou uma pergunta'}.`,
    'Veja se este computador chega a https://discord.com e tente de novo daqui a pouco.',
  );
}

/** URL with which the operator invites the bot with all permissions that it needs; contains no secrets. */
function botInviteUrl({ clientId, guildId }: DiscordSetup): string {
  const permissions = neededPermissions.reduce((combined, bit) => combined | bit, 0n);
  const query = { client_id: clientId, scope: 'bot', permissions: `${permissions}` };
  return `https://discord.com/oauth2/authorize?${new URLSearchParams({ ...query, guild_id: guildId })}`;
}

export const missingServerFinding = (config: DiscordSetup): Finding =>
  failedFinding(
    'O bot não está no servidor de DISCORD_GUILD_ID, ou esse servidor não existe.',
    `Confira o número e convide o bot: ${botInviteUrl(config)}`,
  );

export function applicationFindings(
  ownApplication: z.output<typeof application>,
  { clientId }: DiscordSetup,
  redirectUri: string,
): readonly Finding[] {
  return [
    ownApplication.id === clientId
      ? passedFinding('O bot e DISCORD_CLIENT_ID são do mesmo aplicativo.')
      : failedFinding(
          'DISCORD_CLIENT_ID é de outro aplicativo, não o do bot.',
          `Copie o "ID do aplicativo" em ${PORTAL_LOCATION} → Informações gerais.`,
        ),
    ownApplication.redirect_uris?.includes(redirectUri)
      ? passedFinding(`O endereço de retorno ${redirectUri} está cadastrado.`)
      : failedFinding(
          `O endereço de retorno ${redirectUri} não está cadastrado: ninguém consegue conectar a conta.`,
          `Adicione-o em ${PORTAL_LOCATION} → OAuth2 → Redirecionamentos, ou corrija PUBLIC_URL.`,
        ),
  ];
}

export function secretFinding(tokenResult: Result<unknown, DiscordFailure>): Finding {
  if (tokenResult.ok) return passedFinding('O Discord aceita o segredo do aplicativo.');
  if (tokenResult.code !== 'invalid_client' && tokenResult.code !== 'unauthorized') {
    return unansweredFinding(tokenResult.code);
  }
  return failedFinding(
    'O Discord não aceita o segredo do aplicativo.',
    `Em ${PORTAL_LOCATION} → OAuth2 → "Redefinir segredo", copie-o para DISCORD_CLIENT_SECRET.`,
  );
}

interface RoomCounts {
  /** Permissions of the bot in the whole server. */
  readonly granted: bigint;
  readonly channels: number;
  readonly categoryId: string | null;
  readonly category: { readonly granted: bigint; readonly channels: number } | undefined;
}

function categoryFindings({ categoryId, category }: RoomCounts): readonly Finding[] {
  if (categoryId === null)
    return [passedFinding('Sem categoria: as salas ficam no topo do servidor.')];
  if (!category) {
    return [
      failedFinding(
        'DISCORD_CATEGORY_ID não é uma categoria deste servidor que o bot veja: as salas ficam no topo.',
        'Confira o número e deixe o bot ver a categoria, ou apague a variável.',
      ),
    ];
  }
  const missingPermissions = [...permissionNames]
    .filter(([bit]) => (category.granted & bit) === 0n)
    .map(([, name]) => `"${name}"`);
  return [
    missingPermissions.length === 0
      ? passedFinding('A categoria existe, e o bot pode tudo o que precisa nela.')
      : failedFinding(
          `Na categoria o bot não tem ${missingPermissions.join(', ')}.`,
          'Em Editar categoria → Permissões, dê essas permissões ao cargo do bot.',
        ),
    category.channels < MAX_CHANNELS_PER_CATEGORY * NEARLY_FULL_SHARE
      ? passedFinding(
          `A categoria tem ${category.channels} de ${MAX_CHANNELS_PER_CATEGORY} canais.`,
        )
      : failedFinding(
          `A categoria tem ${category.channels} de ${MAX_CHANNELS_PER_CATEGORY} canais: quando enche, as salas ficam no topo.`,
          'Deixe a categoria só para as salas das ligações, ou apague canais que não se usam.',
        ),
  ];
}

/** Findings about rooms: one for each needed permission, one about the number of channels, and those about the category. */
export function roomFindings(counts: RoomCounts): readonly Finding[] {
  const { granted, channels } = counts;
  return [
    ...[...permissionNames].map(([bit, name]) =>
      (granted & bit) === 0n
        ? failedFinding(
            `O bot não tem a permissão "${name}".`,
            'No Discord, em Configurações do servidor → Cargos, dê-a ao cargo do bot.',
          )
        : passedFinding(`O bot tem a permissão "${name}".`),
    ),
    ...categoryFindings(counts),
    channels < MAX_CHANNELS * NEARLY_FULL_SHARE
      ? passedFinding(`O servidor tem ${channels} de ${MAX_CHANNELS} canais.`)
      : failedFinding(
          `O servidor tem ${channels} de ${MAX_CHANNELS} canais: quando enche, nenhuma ligação ganha sala.`,
          'Apague canais que não se usam, ou use um servidor só para a Guilda.',
        ),
  ];
}
