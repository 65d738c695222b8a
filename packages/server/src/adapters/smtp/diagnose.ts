import {
  connectionFailureText,
  type Finding,
  failedFinding,
  passedFinding,
} from '../../platform/findings.ts';
import type { Clock } from '../../ports/clock.ts';
import { assertMail, type Mail, type Mailbox } from '../../ports/mailer.ts';
import { isTlsFailure, replyCodesOf } from './smtp-failure.ts';
import { openTransport, type SmtpOptions, toNodemailerMessage } from './smtp-mailer.ts';
import { parseSmtpUrl, type SmtpServerAddress } from './smtp-server-address.ts';

/** A test mail requested by the operator. */
export interface TestMail {
  readonly to: string;
  /** Id of the mail, which is new for each test. */
  readonly id: string;
  readonly clock: Clock;
}

export interface DiagnoseSmtpOptions
  extends Pick<SmtpOptions, 'url' | 'from' | 'timeouts' | 'allowPlaintext'> {
  /** A test mail to send; no mail is sent by default. */
  readonly testMail?: TestMail | undefined;
}

const failureTexts: Readonly<Record<string, readonly [text: string, todo: string]>> = {
  EAUTH: [
    'O servidor de e-mail não aceita o usuário ou a senha de SMTP_URL.',
    'Confira os dois; alguns provedores querem uma senha feita para programas, e o que é especial nela se escreve com %.',
  ],
  ENOAUTH: [
    'O servidor de e-mail pede um login, e SMTP_URL não tem usuário e senha.',
    'Escreva-os assim: smtps://usuário:senha@servidor:465.',
  ],
};

const describeTransportSecurity = ({ secure, loopback }: SmtpServerAddress) => {
  if (secure) return 'A conexão com ele é por TLS, e o certificado serve.';
  return loopback
    ? 'A conexão com ele não sai deste computador.'
    : 'A conexão com ele muda para TLS (STARTTLS), e o certificado serve.';
};

const errorCodeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error && Reflect.get(error, 'code');
  return typeof code === 'string' ? code : '';
};

/** Returns an error with the code of the system or of TLS, if nodemailer has replaced that code by its own. */
function causeOf(error: unknown): unknown {
  const originalCode: unknown = error instanceof Error && Reflect.get(error, 'originalCode');
  return typeof originalCode === 'string'
    ? Object.assign(new Error('smtp'), { code: originalCode })
    : error;
}

function connectionFailureFinding(error: unknown): Finding {
  const [text, todo] = failureTexts[errorCodeOf(error)] ?? [];
  if (text && todo) return failedFinding(text, todo);
  const reason = connectionFailureText(causeOf(error));
  if (isTlsFailure(error)) {
    return failedFinding(
      `Não há conexão segura com o servidor de e-mail: ${reason}.`,
      'Ele precisa de TLS ou STARTTLS com um certificado válido para o nome que está em SMTP_URL.',
    );
  }
  return failedFinding(
    `O servidor de e-mail não pôde ser usado: ${reason}.`,
    'Confira servidor e porta de SMTP_URL (smtps:// na 465, smtp:// na 587); muitos provedores de hospedagem bloqueiam a 25.',
  );
}

/** Texts of the findings, by the SMTP command that the server refused. */
const refusalTexts: Readonly<Record<string, readonly [text: string, todo: string]>> = {
  'MAIL FROM': [
    'não aceita MAIL_FROM como remetente',
    'Use um endereço que este login possa usar, ou libere-o no provedor.',
  ],
  'RCPT TO': [
    'não aceita o destinatário pedido',
    'Confira o endereço; se está certo, o servidor só manda a quem ele conhece.',
  ],
};

function testMailFailureFinding(error: unknown): Finding {
  const codes = replyCodesOf(error);
  if (!codes) return connectionFailureFinding(error);
  const command: unknown = error instanceof Error && Reflect.get(error, 'command');
  const [text, todo] = refusalTexts[`${command}`] ?? [
    'recusa o e-mail de teste',
    'O registro dele diz por quê: reputação, SPF e DKIM são as causas comuns.',
  ];
  return failedFinding(`O servidor de e-mail ${text} (${codes}).`, todo);
}

const testMailText =
  'Quem cuida da Guilda pediu este e-mail com npm run doctor. Se você o lê, os e-mails da Guilda chegam.';

function buildTestMail({ to, id }: TestMail): Mail {
  const html = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Teste da Guilda</title><p>${testMailText}</p></html>`;
  return { id, to, subject: 'Teste da Guilda', text: testMailText, html };
}

type SmtpTransport = ReturnType<typeof openTransport>;

async function testMailFinding(
  transport: SmtpTransport,
  from: Mailbox,
  testMail: TestMail,
): Promise<Finding> {
  const mail = buildTestMail(testMail);
  try {
    assertMail(mail);
  } catch {
    return failedFinding(
      'O endereço pedido não é um endereço de e-mail.',
      'Escreva só ele: nome@dominio.',
    );
  }
  try {
    await transport.sendMail(toNodemailerMessage(mail, { from, clock: testMail.clock }));
    return passedFinding(
      'O servidor aceitou o e-mail de teste: veja se ele chega, e se não foi para o spam.',
    );
  } catch (error) {
    return testMailFailureFinding(error);
  }
}

/** Connects and logs in to the mail server as for a mail; sends nothing except a requested test mail. */
export async function diagnoseSmtp({
  testMail,
  ...options
}: DiagnoseSmtpOptions): Promise<readonly Finding[]> {
  const { login, ...address } = parseSmtpUrl(options.url);
  const transport = openTransport(options);
  try {
    await transport.verify();
    return [
      passedFinding('O servidor de e-mail responde.'),
      passedFinding(describeTransportSecurity({ ...address, login })),
      passedFinding(login ? 'Ele aceita o login de SMTP_URL.' : 'Ele não pede login.'),
      ...(testMail ? [await testMailFinding(transport, options.from, testMail)] : []),
    ];
  } catch (error) {
    return [connectionFailureFinding(error)];
  } finally {
    transport.close({ force: true });
  }
}
