import { type Finding, found, missing, reasonFor } from '../../platform/findings.ts';
import { isUnsafe } from './smtp-failure.ts';
import { openTransport, type SmtpOptions } from './smtp-mailer.ts';
import { readSmtpUrl, type SmtpServerAddress } from './smtp-server-address.ts';

const failures: Readonly<Record<string, readonly [text: string, todo: string]>> = {
  EAUTH: [
    'O servidor de e-mail não aceita o usuário ou a senha de SMTP_URL.',
    'Confira os dois; alguns provedores querem uma senha feita para programas, e o que é especial nela se escreve com %.',
  ],
  ENOAUTH: [
    'O servidor de e-mail pede um login, e SMTP_URL não tem usuário e senha.',
    'Escreva-os assim: smtps://usuário:senha@servidor:465.',
  ],
};

const way = ({ secure, loopback }: SmtpServerAddress) => {
  if (secure) return 'A conexão com ele é por TLS, e o certificado serve.';
  return loopback
    ? 'A conexão com ele não sai deste computador.'
    : 'A conexão com ele muda para TLS (STARTTLS), e o certificado serve.';
};

const codeIn = (error: unknown): string => {
  const code: unknown = error instanceof Error && Reflect.get(error, 'code');
  return typeof code === 'string' ? code : '';
};

/** The system's or TLS's own code comes first: nodemailer puts its own in place of it. */
function causeOf(error: unknown): unknown {
  const own: unknown = error instanceof Error && Reflect.get(error, 'originalCode');
  return typeof own === 'string' ? Object.assign(new Error('smtp'), { code: own }) : error;
}

function trouble(error: unknown): Finding {
  const [text, todo] = failures[codeIn(error)] ?? [];
  if (text && todo) return missing(text, todo);
  const reason = reasonFor(causeOf(error));
  if (isUnsafe(error)) {
    return missing(
      `Não há conexão segura com o servidor de e-mail: ${reason}.`,
      'Ele precisa de TLS ou STARTTLS com um certificado válido para o nome que está em SMTP_URL.',
    );
  }
  return missing(
    `O servidor de e-mail não pôde ser usado: ${reason}.`,
    'Confira servidor e porta de SMTP_URL (smtps:// na 465, smtp:// na 587); muitos provedores de hospedagem bloqueiam a 25.',
  );
}

/** Connects and signs in as a mail would, then leaves; sends nothing. */
export async function diagnoseSmtp(
  options: Pick<SmtpOptions, 'url' | 'from' | 'patience' | 'plain'>,
): Promise<readonly Finding[]> {
  const { login, ...address } = readSmtpUrl(options.url);
  const transport = openTransport(options);
  try {
    await transport.verify();
    return [
      found('O servidor de e-mail responde.'),
      found(way({ ...address, login })),
      found(login ? 'Ele aceita o login de SMTP_URL.' : 'Ele não pede login.'),
    ];
  } catch (error) {
    return [trouble(error)];
  } finally {
    transport.close({ force: true });
  }
}
