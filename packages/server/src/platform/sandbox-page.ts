import { type Html, html } from './html.ts';

export interface SandboxPageParts {
  readonly title: string;
  /** Addresses of style sheets, in order. */
  readonly styles: readonly string[];
  /** Address of the icon in the browser's tab. */
  readonly icon?: string;
  /** What else stands in the head. */
  readonly head?: Html | false;
  readonly body: Html;
}

/** A complete document of the demonstration, in both themes, which no search engine keeps. */
export function sandboxPage({ title, styles, icon, head, body }: SandboxPageParts): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${title} · Guilda</title>
${icon !== undefined && html`<link rel="icon" href="${icon}">`}
${styles.map((address) => html`<link rel="stylesheet" href="${address}">`)}
${head}
</head>
<body>
${body}
</body>
</html>
`.toString();
}
