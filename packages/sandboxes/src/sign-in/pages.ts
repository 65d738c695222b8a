import { type Html, html, trustedHtml } from '@guilda/server/platform/html';
import { renderSandboxPage } from '../shared/page.ts';
import { demoOidcPath } from './addresses.ts';
import type { DemoPerson } from './demo-person.ts';

/** What a person typed into the form "Usar outra conta", with the errors to show. */
export interface OtherAccountForm {
  readonly email: string;
  readonly name: string;
  readonly errors: Readonly<Partial<Record<'email' | 'name', string>>>;
}

/** The provider's pages: complete documents, without scripts. */
export interface DemoPages {
  chooser(uid: string, people: readonly DemoPerson[]): string;
  otherAccount(uid: string, form: OtherAccountForm): string;
  /** Page for a request that cannot continue; `code` is the protocol's error code. */
  problem(code: string): string;
}

const problemTexts: Readonly<Record<string, string>> = {
  invalid_redirect_uri: 'O endereço de retorno deste pedido não é da Guilda.',
  invalid_client: 'Este pedido de entrada não veio da Guilda.',
  expired: 'Este pedido de entrada expirou ou já foi usado.',
};

/** Creates the renderers of the pages; `wordmark` is the SVG of the wordmark. */
export function createPages(wordmark: string): DemoPages {
  const page = (title: string, content: Html) =>
    renderLayout(title, content, trustedHtml(wordmark));
  return {
    chooser: (uid, people) => page('Escolha uma conta', renderAccountChooser(uid, people)),
    otherAccount: (uid, form) => page('Usar outra conta', renderOtherAccountForm(uid, form)),
    problem: (code) => page('Não deu para continuar', renderProblem(code)),
  };
}

function renderLayout(title: string, content: Html, wordmark: Html): string {
  return renderSandboxPage({
    title,
    styleSheetUrls: ['tokens', 'pages'].map((name) => `${demoOidcPath}/assets/${name}.css`),
    body: html`<main>
<p class="wordmark">${wordmark}</p>
<h1>${title}</h1>
${content}
</main>`,
  });
}

function renderAccountChooser(uid: string, people: readonly DemoPerson[]): Html {
  return html`<p class="lead">para entrar na Guilda. São contas de demonstração: nenhuma pede senha.</p>
<div class="sheet">
<form method="post" class="people">
<ul>
${people.map(renderPersonRow)}
</ul>
</form>
<form method="get" class="other">
<button class="row" name="conta" value="outra"><span class="avatar plus" aria-hidden="true">+</span><span class="who"><span class="name">Usar outra conta</span></span></button>
</form>
</div>
${renderCancelButton(uid)}`;
}

function renderPersonRow({ email, name, picture, role }: DemoPerson): Html {
  const initial = [...name][0] ?? '';
  return html`<li><button class="row" name="account" value="${email}">
${picture ? html`<img class="avatar" src="${picture}" alt="" width="48" height="48">` : html`<span class="avatar" aria-hidden="true">${initial}</span>`}
<span class="who"><span class="name">${name}</span> <span class="email">${email}</span></span>
${role === 'admin' && html`<span class="tag">Administração</span>`}
</button></li>
`;
}

function renderOtherAccountForm(uid: string, { email, name, errors }: OtherAccountForm): Html {
  return html`<p class="lead">Na demonstração, qualquer e-mail serve. Se ainda não tiver conta, ela nasce agora.</p>
<form method="post" class="fields" novalidate>
${renderField({ id: 'email', label: 'E-mail', type: 'email', value: email, maxLength: '254', error: errors.email })}
${renderField({ id: 'name', label: 'Nome', type: 'text', value: name, maxLength: '80', error: errors.name })}
<button class="main">Continuar</button>
</form>
<p><a href="${demoOidcPath}/interaction/${uid}">Voltar às contas</a></p>
${renderCancelButton(uid)}`;
}

interface FormField {
  readonly id: 'email' | 'name';
  readonly label: string;
  readonly type: string;
  readonly value: string;
  readonly maxLength: string;
  readonly error: string | undefined;
}

function renderField({ id, label, type, value, maxLength, error }: FormField): Html {
  const errorAttributes =
    error !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`;
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="${type}" value="${value}" maxlength="${maxLength}" autocomplete="${id}" required${errorAttributes}>
${errorAttributes && html`<p class="error" id="${id}-error" role="alert">${error}</p>`}
</div>`;
}

function renderCancelButton(uid: string): Html {
  return html`<form method="post" action="${demoOidcPath}/interaction/${uid}/cancel">
<button class="ghost">Cancelar</button>
</form>`;
}

function renderProblem(code: string): Html {
  const text = problemTexts[code] ?? 'O pedido de entrada não é válido.';
  return html`<p class="lead">${text} Feche esta janela e entre de novo pela Guilda.</p>
<p><a href="/login">Ir para o login</a></p>
<p class="code">Código: ${code}</p>`;
}
