import { type Html, html } from '@guilda/server/platform/html';
import { ChannelType } from 'discord-api-types/v10';
import { discordSandboxPath } from '../../sandbox-identity.ts';
import { canConnect, type SandboxGuild } from '../guild.ts';
import type { SandboxAccount } from '../store/accounts.ts';
import type { Channel } from '../store/channels.ts';
import type { SimulatedFailure } from '../store/failures.ts';
import { type PageLinks, renderIcon, renderLayout, renderWarning } from './layout.ts';

/** Maximum number of accounts that the control page lists. */
export const MAX_SHOWN_ACCOUNTS = 40;

export interface ControlView extends PageLinks {
  readonly guild: SandboxGuild;
  readonly accounts: readonly SandboxAccount[];
  readonly channels: readonly Channel[];
  /** Accounts in voice, including accounts that the page does not list. */
  readonly accountsInVoice: readonly SandboxAccount[];
  readonly failure: SimulatedFailure | null;
  readonly problem: string | null;
}

const isVoiceChannel = ({ type }: Channel) => type === ChannelType.GuildVoice;

/** Location of an account, as the value of the form's location field. */
const locationOf = ({ isMember, channelId }: SandboxAccount) =>
  channelId ?? (isMember ? 'servidor' : 'fora');

function renderLocationOptions(view: ControlView, account: SandboxAccount): Html {
  const rooms = view.channels.filter(isVoiceChannel);
  const openRooms = rooms.filter((room) => canConnect(view.guild, room, account.id));
  const places = [
    ['fora', 'Fora do servidor'],
    ['servidor', 'No servidor, fora da voz'],
    ...openRooms.map(({ id, name }) => [id, `Na voz: ${name}`] as const),
  ] as const;
  const currentPlace = locationOf(account);
  return html`${places.map(
    ([value, text]) =>
      html`<option value="${value}"${value === currentPlace && html` selected`}>${text}</option>`,
  )}`;
}

function renderAccountRow(view: ControlView, account: SandboxAccount): Html {
  const { id, username } = account;
  return html`<div><dt><b class="b">${username}</b><br><span class="t-xs mute num">${id}</span></dt>
<dd><form method="post" action="${discordSandboxPath}/places">
<input type="hidden" name="conta" value="${id}">
<select class="inp" name="lugar" aria-label="Onde está ${username}">${renderLocationOptions(view, account)}</select>
<button class="btn" aria-label="Levar ${username}">Levar</button>
</form></dd></div>
`;
}

function renderAccounts(view: ControlView): Html {
  return html`<section class="col" aria-labelledby="contas"><h2 id="contas" class="t-xl">Contas</h2>
<p class="dim pre">Quem está na voz do servidor é movido para a sala quando a ligação é aceita. Quem não está entra pelo convite: leve a pessoa para a sala para fazer de conta que ela o abriu.</p>
${view.accounts.length === 0 ? html`<p>Nenhuma conta ainda.</p>` : html`<dl class="linhas lugares">${view.accounts.map((account) => renderAccountRow(view, account))}</dl>`}
<form class="linha" method="post" action="${discordSandboxPath}/accounts">
<div class="campo"><label for="nova">Nova conta</label><input class="inp" id="nova" name="nome" minlength="2" maxlength="32" required autocomplete="off" autocapitalize="none"></div>
<button class="btn">Criar</button>
</form></section>`;
}

function renderRooms({ channels, accountsInVoice }: ControlView): Html {
  return html`<section class="col" aria-labelledby="salas"><h2 id="salas" class="t-xl">Salas de voz</h2>
<dl class="linhas lugares">${channels.filter(isVoiceChannel).map(({ id, name }) => {
    const voicesInRoom = accountsInVoice.filter(({ channelId }) => channelId === id);
    const names = voicesInRoom.map(({ username }) => username).join(', ');
    return html`<div><dt><b class="b">${name}</b></dt><dd>${names === '' ? 'ninguém' : names}</dd></div>
`;
  })}</dl></section>`;
}

const failureStatuses = [
  [500, 'erro interno (500)'],
  [503, 'fora do ar (503)'],
  [429, 'pedidos demais (429)'],
  [403, 'sem permissão (403)'],
  [401, 'sem acesso (401)'],
] as const;

function renderFailureForm({ failure }: ControlView): Html {
  const failureNote = failure
    ? html`<div class="faixa" role="status">${renderIcon('alert')}<p>As próximas ${failure.times} respostas falham com ${failure.status}${failure.path !== null && html` em ${failure.path}`}.</p></div>`
    : html`<p class="dim">O Discord de teste está funcionando.</p>`;
  return html`<section class="col" aria-labelledby="falhas"><h2 id="falhas" class="t-xl">Falhas</h2>
${failureNote}
<form class="linha" method="post" action="${discordSandboxPath}/failures">
<div class="campo"><label for="falha">Falhar com</label><select class="inp" id="falha" name="status">${failureStatuses.map(
    ([status, text]) => html`<option value="${status}">${text}</option>`,
  )}</select></div>
<div class="campo"><label for="vezes">Quantas vezes</label><input class="inp num" id="vezes" name="vezes" type="number" min="1" max="1000" value="20" required></div>
<button class="btn perigo">Falhar</button>
${failure && html`<button class="btn pri" name="consertar" value="1" formnovalidate>Consertar</button>`}
</form></section>`;
}

/** Renders the page on which a person who tries the demo controls the sandbox's accounts and failures. */
export function renderControlPage(view: ControlView): string {
  const content = html`<h1 class="d2">Discord de teste</h1>
<p class="t-lg dim pre">O servidor “${view.guild.name}” faz o papel do Discord na demonstração. Aqui você decide quem está nele, quem está na voz e se ele funciona.</p>
${view.problem !== null && renderWarning(view.problem)}
${renderAccounts(view)}
${renderRooms(view)}
${renderFailureForm(view)}
<p><a class="link" href="${view.homeUrl}">Voltar para a Guilda</a></p>`;
  return renderLayout('Discord de teste', view, content);
}
