import { type Html, html, trustedHtml } from '@guilda/server/platform/html';
import { sandboxPage } from '../shared/page.ts';
import { mountPath } from './addresses.ts';
import type { DemoPerson } from './demo-person.ts';

/** The input under "Usar outra conta" and its errors. */
export interface OtherAccountForm {
  readonly email: string;
  readonly name: string;
  readonly errors: Readonly<Partial<Record<'email' | 'name', string>>>;
}

/** The provider's pages: complete documents, without scripts. */
export interface DemoPages {
  chooser(uid: string, people: readonly DemoPerson[]): string;
  otherAccount(uid: string, form: OtherAccountForm): string;
  /** For a request that cannot go on; `code` is the protocol's error code. */
  problem(code: string): string;
}

const problems: Readonly<Record<string, string>> = {
  invalid_redirect_uri: 'O endereço de retorno deste pedido não é da Guilda.',
  invalid_client: 'Este pedido de entrada não veio da Guilda.',
  expired: 'Este pedido de entrada expirou ou já foi usado.',
};

/** Makes the pages around the wordmark's SVG. */
export function createPages(wordmark: string): DemoPages {
  const page = (title: string, content: Html) => layout(title, content, trustedHtml(wordmark));
  return {
    chooser: (uid, people) => page('Escolha uma conta', chooser(uid, people)),
    otherAccount: (uid, form) => page('Usar outra conta', otherAccount(uid, form)),
    problem: (code) => page('Não deu para continuar', problem(code)),
  };
}

function layout(title: string, content: Html, wordmark: Html): string {
  return sandboxPage({
    title,
    styles: ['tokens', 'pages'].map((name) => `${mountPath}/assets/${name}.css`),
    body: html`<main>
<p class="wordmark">${wordmark}</p>
<h1>${title}</h1>
${content}
</main>`,
  });
}

function chooser(uid: string, people: readonly DemoPerson[]): Html {
  return html`<p class="lead">para entrar na Guilda. São contas de demonstração: nenhuma pede senha.</p>
<div class="sheet">
<form method="post" class="people">
<ul>
${people.map(personRow)}
</ul>
</form>
<form method="get" class="other">
<button class="row" name="conta" value="outra"><span class="avatar plus" aria-hidden="true">+</span><span class="who"><span class="name">Usar outra conta</span></span></button>
</form>
</div>
${cancel(uid)}`;
}

function personRow({ email, name, picture, role }: DemoPerson): Html {
  const initial = [...name][0] ?? '';
  return html`<li><button class="row" name="account" value="${email}">
${picture ? html`<img class="avatar" src="${picture}" alt="" width="48" height="48">` : html`<span class="avatar" aria-hidden="true">${initial}</span>`}
<span class="who"><span class="name">${name}</span> <span class="email">${email}</span></span>
${role === 'admin' && html`<span class="tag">Administração</span>`}
</button></li>
`;
}

function otherAccount(uid: string, { email, name, errors }: OtherAccountForm): Html {
  return html`<p class="lead">Na demonstração, qualquer e-mail serve. Se ainda não tiver conta, ela nasce agora.</p>
<form method="post" class="fields" novalidate>
${field({ id: 'email', label: 'E-mail', type: 'email', value: email, max: '254', error: errors.email })}
${field({ id: 'name', label: 'Nome', type: 'text', value: name, max: '80', error: errors.name })}
<button class="main">Continuar</button>
</form>
<p><a href="${mountPath}/interaction/${uid}">Voltar às contas</a></p>
${cancel(uid)}`;
}

interface Field {
  readonly id: 'email' | 'name';
  readonly label: string;
  readonly type: string;
  readonly value: string;
  readonly max: string;
  readonly error: string | undefined;
}

function field({ id, label, type, value, max, error }: Field): Html {
  const wrong = error !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`;
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="${type}" value="${value}" maxlength="${max}" autocomplete="${id}" required${wrong}>
${wrong && html`<p class="error" id="${id}-error" role="alert">${error}</p>`}
</div>`;
}

function cancel(uid: string): Html {
  return html`<form method="post" action="${mountPath}/interaction/${uid}/cancel">
<button class="ghost">Cancelar</button>
</form>`;
}

function problem(code: string): Html {
  const text = problems[code] ?? 'O pedido de entrada não é válido.';
  return html`<p class="lead">${text} Feche esta janela e entre de novo pela Guilda.</p>
<p><a href="/login">Ir para o login</a></p>
<p class="code">Código: ${code}</p>`;
}
