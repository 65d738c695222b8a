import { type Html, html, trustedHtml } from '@guilda/server/platform/html';
import { renderSandboxPage } from '../../shared/page.ts';
import { ageSandboxPath, type CheckResource } from '../sandbox-api.ts';

/** Data that the page of a check shows. */
export interface AgeCheckPageView {
  readonly id: string;
  readonly status: CheckResource['status'];
  readonly returnUrl: string;
  /** The age in years to prove. */
  readonly minimumAge: number;
  /** Path of the style sheets and fonts, which all sandboxes share so that they look alike. */
  readonly assetsPath: string;
}

/** SVG drawings of the icons, from the Lucide set (ISC). */
const iconDrawings = {
  flask:
    '<path d="M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2"/><path d="M6.453 15h11.094"/><path d="M8.5 2h7"/>',
  lock: '<rect width="18" height="11" x="3" y="11" rx="2" ry="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/>',
  back: '<path d="m12 19-7-7 7-7"/><path d="M19 12H5"/>',
  check: '<circle cx="12" cy="12" r="10"/><path d="m16 9-5.5 5.5L8 12"/>',
  alert: '<circle cx="12" cy="12" r="10"/><path d="M12 8v4"/><path d="M12 16h.01"/>',
} as const;

function renderIcon(name: keyof typeof iconDrawings): Html {
  return trustedHtml(
    `<svg class="i" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${iconDrawings[name]}</svg>`,
  );
}

interface StatusTexts {
  readonly title: string;
  readonly text: string;
  readonly icon: keyof typeof iconDrawings;
}

const textsByStatus = (age: number): Readonly<Record<CheckResource['status'], StatusTexts>> => ({
  open: {
    title: 'Confirme sua idade',
    text: `A Guilda só quer saber se você tem ${age} anos ou mais. O que você mostrar aqui fica aqui: de volta vai apenas a resposta e até quando ela vale.`,
    icon: 'lock',
  },
  approved: {
    title: 'Idade verificada',
    text: `A Guilda já recebeu a resposta: você tem ${age} anos ou mais.`,
    icon: 'check',
  },
  declined: {
    title: 'Não foi possível confirmar',
    text: 'A Guilda soube apenas que a idade não foi confirmada. Você pode tentar de novo.',
    icon: 'alert',
  },
  expired: {
    title: 'Esta verificação expirou',
    text: 'O prazo para responder terminou. Volte para a Guilda e comece outra.',
    icon: 'alert',
  },
});

function renderLayout(
  title: string,
  { assetsPath, homeUrl }: { assetsPath: string; homeUrl: string },
  content: Html,
) {
  return renderSandboxPage({
    title,
    styleSheetUrls: ['tokens', 'base', 'controls', 'checkout'].map(
      (name) => `${assetsPath}/${name}.css`,
    ),
    iconUrl: `${assetsPath}/icon.svg`,
    body: html`<a class="btn pri salto" href="#conteudo">Pular para o conteúdo</a>
<header class="topo onDark"><div class="wrap"><a class="marca" href="${homeUrl}" aria-label="Guilda, voltar para o site"><img src="/art/marca/guilda-claro.svg" alt="" width="122" height="34"></a><span class="tag at fim">${renderIcon('flask')}Ambiente de testes</span></div></header>
<main id="conteudo"><div class="wrap col g6 aviso-p">${content}</div></main>`,
  });
}

/** Renders the buttons that simulate the outcome of the check. */
function renderSimulationButtons(checkId: string, minimumAge: number): Html {
  const path = `${ageSandboxPath}/${checkId}`;
  return html`<section class="teste" aria-labelledby="teste-titulo">
<div><h2 class="b" id="teste-titulo">Simulação</h2>
<p class="t-sm mute pre">Nenhum documento é pedido. Escolha a resposta.</p></div>
<form class="row g2" method="post" action="${path}/approve">
<button class="btn pri">Simular aprovação (${minimumAge}+)</button>
<button class="btn perigo" formaction="${path}/decline">Simular recusa</button>
</form>
</section>`;
}

/** Renders the page of a check in its current state: open, answered or expired. */
export function renderCheckPage(view: AgeCheckPageView): string {
  const { id, status, returnUrl, minimumAge, assetsPath } = view;
  const { title, text, icon } = textsByStatus(minimumAge)[status];
  const isAnswerable = status === 'open' || status === 'declined';
  const returnLink = isAnswerable
    ? html`<p><a class="link row g2" href="${returnUrl}">${renderIcon('back')}Voltar para a Guilda sem verificar</a></p>`
    : html`<p><a class="btn pri g" href="${returnUrl}">Voltar para a Guilda</a></p>`;
  return renderLayout(
    title,
    { assetsPath, homeUrl: new URL('/', returnUrl).href },
    html`<h1 class="d2">${title}</h1>
<div class="painel fim-p ${status === 'approved' ? 'paid' : status}">${renderIcon(icon)}<p class="t-lg pre">${text}</p></div>
${isAnswerable && renderSimulationButtons(id, minimumAge)}
${returnLink}`,
  );
}

/** Renders the page for a check that does not exist. */
export function renderUnknownCheckPage(assetsPath: string, homeUrl: string): string {
  return renderLayout(
    'Verificação não encontrada',
    { assetsPath, homeUrl },
    html`<h1 class="d2">Verificação não encontrada</h1>
<p class="t-lg dim">O endereço está incompleto ou esta verificação não existe.</p>
<p><a class="btn pri g" href="${homeUrl}">Voltar para a Guilda</a></p>`,
  );
}
