import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type DiscordPeer,
  discordError,
  rateLimited,
  startDiscordPeer,
} from '../../test/peers/discord/peer.ts';
import { validateSettings } from '../config/index.ts';
import { discordFindings } from './discord.ts';
import { printFindings } from './doctor.ts';

let discordPeer: DiscordPeer;
beforeEach(async () => {
  discordPeer = await startDiscordPeer();
});
afterEach(() => discordPeer.close());

/** The Discord settings of an operator whose application and server are those of the fake Discord. */
function discordSettings(): Record<string, string> {
  const { setup } = discordPeer.state;
  return {
    PUBLIC_URL: 'https://guilda.example/',
    DISCORD_CLIENT_ID: setup.clientId,
    DISCORD_CLIENT_SECRET: setup.clientSecret,
    DISCORD_BOT_TOKEN: setup.botToken,
    DISCORD_GUILD_ID: setup.guildId,
    DISCORD_CATEGORY_ID: setup.categoryId,
  };
}

async function diagnoseDiscord(
  changes: Record<string, string | undefined> = {},
  apiBase = discordPeer.apiBase,
) {
  const lines: string[] = [];
  const env = { ...discordSettings(), ...changes };
  const findings = await discordFindings(validateSettings(env), apiBase);
  printFindings(findings, (line) => lines.push(line));
  const code = findings.every(({ ok }) => ok !== false) ? 0 : 1;
  const text = lines.join('\n');
  for (const secret of [
    env.DISCORD_BOT_TOKEN,
    env.DISCORD_CLIENT_SECRET,
    ...discordPeer.state.tokens,
  ]) {
    if (secret) expect(text).not.toContain(secret);
  }
  expect(discordPeer.state.tokens.size).toBe(0);
  const wrong = lines.filter((line) => line.startsWith('✗'));
  return { code, text, wrong };
}

/**
 * Adds channels in the category `parent_id`, or in no category for null, until the server has `channelCount` channels.
 */
function addChannels(channelCount: number, parent_id: string | null): void {
  const { channels, newId } = discordPeer.state;
  while (channels.size < channelCount) {
    const id = newId();
    channels.set(id, { id, type: 2, name: 'cheio', parent_id, permission_overwrites: [] });
  }
}

it('the doctor reports in production without settings of Discord that there are no calls, and finds nothing wrong', async () => {
  const noSettings = Object.fromEntries(
    Object.keys(discordSettings()).map((name) => [name, undefined]),
  );
  const { code, text } = await diagnoseDiscord({ ...noSettings, NODE_ENV: 'production' });
  expect(code).toBe(0);
  expect(text).toContain('– O Discord não está configurado: não há ligações');
  expect(text).toContain('Para ter ligações:');
});

it('the doctor finds nothing wrong with correct settings of Discord', async () => {
  const { code, text } = await diagnoseDiscord();
  expect(code).toBe(0);
  expect(text.split('\n')).toEqual([
    '✓ O Discord aceita o token do bot.',
    '✓ O bot e DISCORD_CLIENT_ID são do mesmo aplicativo.',
    '✓ O endereço de retorno https://guilda.example/discord/callback está cadastrado.',
    '✓ O Discord aceita o segredo do aplicativo.',
    '✓ O bot está no servidor.',
    '✓ O bot tem a permissão "Ver canais".',
    '✓ O bot tem a permissão "Gerenciar canais".',
    '✓ O bot tem a permissão "Criar convite".',
    '✓ O bot tem a permissão "Conectar".',
    '✓ O bot tem a permissão "Falar".',
    '✓ O bot tem a permissão "Vídeo".',
    '✓ O bot tem a permissão "Usar detecção de voz".',
    '✓ O bot tem a permissão "Mover membros".',
    '✓ A categoria existe, e o bot pode tudo o que precisa nela.',
    '✓ A categoria tem 0 de 50 canais.',
    '✓ O servidor tem 3 de 500 canais.',
  ]);
  // The check changes nothing; the only token that it requests is revoked.
  const changingRequests = discordPeer.requests.filter(({ method }) => method !== 'GET');
  expect(changingRequests.map(({ path }) => path)).toEqual([
    '/oauth2/token',
    '/oauth2/token/revoke',
  ]);
});

describe('without complete settings of Discord the doctor', () => {
  const noSettings = Object.fromEntries(
    ['CLIENT_ID', 'CLIENT_SECRET', 'BOT_TOKEN', 'GUILD_ID', 'CATEGORY_ID'].map((name) => [
      `DISCORD_${name}`,
      '',
    ]),
  );

  it('reports the sandbox and how to set Discord up', async () => {
    const { code, text } = await diagnoseDiscord(noSettings);
    expect(code).toBe(0);
    expect(text).toMatch(/^– O Discord não está configurado/);
    expect(text).toContain('DISCORD_BOT_TOKEN');
    expect(discordPeer.requests).toEqual([]);
  });

  it.each([
    { ...noSettings, NODE_ENV: 'production', DISCORD_CLIENT_ID: '1' },
    { DISCORD_BOT_TOKEN: undefined, DISCORD_GUILD_ID: '' },
    { DISCORD_GUILD_ID: 'guilda' },
  ])('checks nothing and mentions no sandbox: %o', async (change) => {
    const { text } = await diagnoseDiscord(change);
    expect(text).toBe('– Não olhado: as configurações do Discord não estão completas.');
    expect(discordPeer.requests).toEqual([]);
  });
});

describe('the doctor finds', () => {
  it('a token that Discord does not accept', async () => {
    const { code, text, wrong } = await diagnoseDiscord({ DISCORD_BOT_TOKEN: 'outro.token' });
    expect(code).toBe(1);
    expect(wrong).toEqual(['✗ O Discord não aceita o token do bot.']);
    expect(text).toContain('DISCORD_BOT_TOKEN');
  });

  it('a secret that Discord does not accept', async () => {
    const { wrong, text } = await diagnoseDiscord({ DISCORD_CLIENT_SECRET: 'outro-segredo' });
    expect(wrong).toEqual(['✗ O Discord não aceita o segredo do aplicativo.']);
    expect(text).toContain('DISCORD_CLIENT_SECRET');
  });

  it('a client id of another application', async () => {
    const { wrong } = await diagnoseDiscord({ DISCORD_CLIENT_ID: '123' });
    expect(wrong[0]).toBe('✗ DISCORD_CLIENT_ID é de outro aplicativo, não o do bot.');
  });

  it('a redirect address that is not registered', async () => {
    const { wrong, text } = await diagnoseDiscord({ PUBLIC_URL: undefined, PORT: '4321' });
    const address = 'http://localhost:4321/discord/callback';
    expect(wrong).toEqual([expect.stringContaining(`${address} não está cadastrado`)]);
    expect(text).toContain('Redirecionamentos');
    discordPeer.state.redirectUris = [address];
    expect(await diagnoseDiscord({ PUBLIC_URL: undefined, PORT: '4321' })).toMatchObject({
      code: 0,
    });
  });

  it.each([
    ['a server without the bot', () => ({ DISCORD_GUILD_ID: '123' })],
    [
      'a bot that is not in the server',
      () => {
        discordPeer.state.botIsHere = false;
        return {};
      },
    ],
  ])('%s, with the way to invite the bot', async (_what, change) => {
    const { wrong, text } = await diagnoseDiscord(change());
    expect(wrong).toEqual([expect.stringContaining('O bot não está no servidor')]);
    const [invite = ''] = text.match(/https:\/\/discord\.com\/oauth2\/authorize\S+/) ?? [];
    const { searchParams } = new URL(invite);
    expect(searchParams.get('client_id')).toBe(discordPeer.state.setup.clientId);
    expect(searchParams.get('scope')).toBe('bot');
    const neededPermissions = [0, 4, 9, 10, 20, 21, 24, 25].reduce(
      (permissionBits, bit) => permissionBits | (1n << BigInt(bit)),
      0n,
    );
    expect(searchParams.get('permissions')).toBe(`${neededPermissions}`);
  });

  it.each([
    [0x400n, 'Ver canais'],
    [0x10n, 'Gerenciar canais'],
    [0x1n, 'Criar convite'],
    [0x100000n, 'Conectar'],
    [0x200000n, 'Falar'],
    [0x200n, 'Vídeo'],
    [0x2000000n, 'Usar detecção de voz'],
    [0x1000000n, 'Mover membros'],
  ])('that the permission %s is missing: %s', async (bit, name) => {
    const { roles } = discordPeer.state;
    for (const [id, bits] of roles) roles.set(id, bits & ~bit);
    const { code, wrong } = await diagnoseDiscord({ DISCORD_CATEGORY_ID: undefined });
    expect(code).toBe(1);
    expect(wrong).toEqual([`✗ O bot não tem a permissão "${name}".`]);
  });

  it('no missing permission where the bot is an administrator', async () => {
    const { roles, botRoles } = discordPeer.state;
    for (const id of roles.keys()) roles.set(id, 0n);
    roles.set(botRoles[0] ?? '', 0x8n);
    expect(await diagnoseDiscord()).toMatchObject({ code: 0, wrong: [] });
  });

  it('the permissions that the category denies to the bot, and none that it gives back', async () => {
    const { channels, setup, botRoles, botId } = discordPeer.state;
    const category = channels.get(setup.categoryId);
    if (!category) throw new Error('no category');
    const everyoneOverwrite = { id: setup.guildId, type: 0, allow: '0', deny: `${0x400n | 0x10n}` };
    const setCategoryPermissions = (...overwrites: object[]) =>
      channels.set(category.id, {
        ...category,
        permission_overwrites: [everyoneOverwrite, ...(overwrites as (typeof everyoneOverwrite)[])],
      });
    setCategoryPermissions();
    expect((await diagnoseDiscord()).wrong).toEqual([
      '✗ Na categoria o bot não tem "Ver canais", "Gerenciar canais".',
    ]);
    setCategoryPermissions({ id: botRoles[0], type: 0, allow: `${0x400n | 0x10n}`, deny: '0' });
    expect(await diagnoseDiscord()).toMatchObject({ code: 0 });
    setCategoryPermissions(
      { id: botRoles[0], type: 0, allow: `${0x400n | 0x10n}`, deny: '0' },
      { id: botId, type: 1, allow: '0', deny: `${0x10n}` },
    );
    expect((await diagnoseDiscord()).wrong).toEqual([
      '✗ Na categoria o bot não tem "Gerenciar canais".',
    ]);
  });

  it.each(['123', () => discordPeer.state.lobbyId])(
    'a category id that belongs to no category',
    async (idOrFunction) => {
      const id = typeof idOrFunction === 'string' ? idOrFunction : idOrFunction();
      const { wrong } = await diagnoseDiscord({ DISCORD_CATEGORY_ID: id });
      expect(wrong).toEqual([expect.stringContaining('DISCORD_CATEGORY_ID não é uma categoria')]);
    },
  );

  it('a server and a category that are nearly full', async () => {
    addChannels(48, discordPeer.state.setup.categoryId);
    expect((await diagnoseDiscord()).wrong).toEqual([
      expect.stringContaining('A categoria tem 45 de 50 canais'),
    ]);
    addChannels(450, null);
    expect((await diagnoseDiscord({ DISCORD_CATEGORY_ID: undefined })).wrong).toEqual([
      expect.stringContaining('O servidor tem 450 de 500 canais'),
    ]);
  });

  it.each([
    ['respondeu com um erro dele', discordError(503, 0)],
    ['pediu que se espere', rateLimited(600)],
    ['não pôde ser alcançado', 'cut'],
    ['respondeu algo que não se entende', { status: 200, body: 'oi' }],
  ] as const)('that Discord %s, and sends no further request', async (expectedText, answer) => {
    discordPeer.script('GET', answer);
    const { code, wrong } = await diagnoseDiscord();
    expect(code).toBe(1);
    expect(wrong).toEqual([expect.stringContaining(`O Discord ${expectedText}`)]);
    expect(discordPeer.requests).toHaveLength(1);
  });

  it('that Discord fails in the middle of the check', async () => {
    for (const path of ['applications', 'oauth2/token', 'members', '/channels']) {
      discordPeer.script(path, discordError(500, 0));
      const { code, wrong } = await diagnoseDiscord();
      expect(code).toBe(1);
      expect(wrong).toEqual(['✗ O Discord respondeu com um erro dele.']);
    }
  });
});
