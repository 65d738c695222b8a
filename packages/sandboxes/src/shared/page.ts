import { type Html, html } from '@guilda/server/platform/html';

export interface SandboxPageParts {
  readonly title: string;
  /** URLs of the page's style sheets, in order. */
  readonly styleSheetUrls: readonly string[];
  /** URL of the favicon. */
  readonly iconUrl?: string;
  /** Further markup inside the page's `<head>`. */
  readonly head?: Html | false;
  readonly body: Html;
}

/** Renders a complete HTML page of a sandbox, with light and dark theme, and excluded from search engines. */
export function renderSandboxPage({
  title,
  styleSheetUrls,
  iconUrl,
  head,
  body,
}: SandboxPageParts): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${title} · Guilda</title>
${iconUrl !== undefined && html`<link rel="icon" href="${iconUrl}">`}
${styleSheetUrls.map((address) => html`<link rel="stylesheet" href="${address}">`)}
${head}
</head>
<body>
${body}
</body>
</html>
`.toString();
}
