import { type Html, html } from '../../platform/html.ts';
import { type Mail, singleLine } from '../../ports/mailer.ts';
import { settingsPath } from './push-notice.ts';

/** What a mail of a notice says; everything a person wrote stands in it as text. */
export interface MailParts {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly heading: string;
  readonly body: string;
  /** The one thing to do. */
  readonly act: { readonly label: string; readonly url: string };
  /** Where a single press ends mails of this kind. */
  readonly unsubscribeUrl?: string;
}

const why = 'Você recebe este e-mail porque tem uma conta na Guilda.';
const CHOOSE = 'Escolher o que recebo';
const STOP = 'Não receber mais estes e-mails';

const link = (url: string, label: string): Html =>
  html`<a href="${url}" style="color:#1f6f51">${label}</a>`;

function asHtml(parts: MailParts, settingsUrl: string): string {
  const { heading, body, act, unsubscribeUrl } = parts;
  const button =
    'display:inline-block;padding:12px 20px;background:#1f6f51;color:#ffffff;text-decoration:none;font-weight:bold;border-radius:6px';
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<title>${heading}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 Arial,sans-serif;color:#14261d;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:21px">${heading}</h1>
<p style="margin:0 0 24px">${body}</p>
<p style="margin:0 0 32px"><a href="${act.url}" style="${button}">${act.label}</a></p>
<p style="margin:0;font-size:13px;color:#4c5f55">${why} ${link(settingsUrl, CHOOSE)}${unsubscribeUrl !== undefined && html` · ${link(unsubscribeUrl, STOP)}`}</p>
</body>
</html>
`.toString();
}

function asText(parts: MailParts, settingsUrl: string): string {
  const { body, act, unsubscribeUrl } = parts;
  const lines = [singleLine(body, 500), '', `${act.label}: ${act.url}`, '', why];
  lines.push(`${CHOOSE}: ${settingsUrl}`);
  if (unsubscribeUrl !== undefined) lines.push(`${STOP}: ${unsubscribeUrl}`);
  return `${lines.join('\n')}\n`;
}

/** A mail of a notice, with the way to the settings that it came by. */
export function mailOf(parts: MailParts, publicUrl: string): Mail {
  const { id, to, subject, unsubscribeUrl } = parts;
  const settingsUrl = `${publicUrl}${settingsPath}`;
  return {
    id,
    to,
    subject: singleLine(subject),
    text: asText(parts, settingsUrl),
    html: asHtml(parts, settingsUrl),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  };
}
