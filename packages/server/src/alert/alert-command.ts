import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createSmtpMailer } from '../adapters/smtp/index.ts';
import { type Config, validateSettings } from '../config/index.ts';
import { composeMail, type MailFact } from '../platform/mail/index.ts';
import { type Clock, systemClock } from '../ports/clock.ts';

export interface AlertCommandOptions {
  /** Command line arguments: the name of what failed, either a systemd unit or a name that the operator chose. */
  readonly args: readonly string[];
  /** The program's settings, and systemd's variables about the failed unit (`MONITOR_…`). */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly printLine: (line: string) => void;
  readonly clock?: Clock;
}

const USAGE = 'Uso: npm run alert -- NOME (o que falhou, como guilda-backup.service)';

/**
 * Format of the argument NOME, such as the systemd unit `guilda-backup.service`: up to 100 letters, digits and `_@.:-`.
 */
const namePattern = /^[\w@.:-]{1,100}$/;

function alertMailFacts(
  env: AlertCommandOptions['env'],
  { publicUrl }: Config,
  now: Date,
): MailFact[] {
  const { MONITOR_SERVICE_RESULT: result, MONITOR_EXIT_STATUS: status } = env;
  const timeText = now.toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return [
    { label: 'Onde', value: publicUrl ? `${hostname()} (${publicUrl})` : hostname() },
    { label: 'Quando', value: `${timeText} (Brasília)` },
    ...(result ? [{ label: 'Resultado', value: status ? `${result}, ${status}` : result }] : []),
  ];
}

/**
 * Advice in the alert: where to look for the cause, which is the journal for units and the output for other commands.
 */
const adviceFor = (name: string, isUnit: boolean) =>
  isUnit
    ? `Veja por quê com journalctl -u ${name}; depois rode de novo com systemctl start ${name}.`
    : 'Veja por quê no que o comando disse, e rode-o de novo.';

function composeAlertMail(
  name: string,
  { env, clock = systemClock }: AlertCommandOptions,
  config: Config,
) {
  const heading = `${name} falhou`;
  return composeMail(
    {
      id: `alert-${randomUUID()}`,
      to: config.teamEmail,
      subject: `Guilda: ${heading}`,
      preheader: 'Alguém precisa olhar.',
      heading,
      blocks: [
        { kind: 'text', text: adviceFor(name, env['MONITOR_SERVICE_RESULT'] !== undefined) },
        { kind: 'facts', facts: alertMailFacts(env, config, clock.now()) },
      ],
      notes: ['Este aviso vem do servidor da Guilda e vai para TEAM_EMAIL.'],
    },
    config,
  );
}

/**
 * `npm run alert -- NAME`: mails `TEAM_EMAIL` that something besides the program failed, such as the nightly backup.
 * Needs only the mail settings to be valid.
 * @returns exit code: 0 when the mail server accepted the mail, else 1
 */
export async function alertCommand(options: AlertCommandOptions): Promise<0 | 1> {
  const { args, env, printLine, clock = systemClock } = options;
  const [name = ''] = args;
  if (args.length !== 1 || !namePattern.test(name)) {
    printLine(USAGE);
    return 1;
  }
  const { config } = validateSettings(env);
  if (!config.smtp) {
    printLine('Não há por onde avisar: em produção SMTP_URL e MAIL_FROM precisam estar certas.');
    return 1;
  }
  let refusal: string | null = null;
  const log = {
    warn: ({ reason }: { reason: string }) => {
      refusal = reason;
    },
  };
  const mailer = createSmtpMailer({ ...config.smtp, clock, log });
  try {
    await mailer.send(await composeAlertMail(name, options, config));
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
  } finally {
    mailer.close();
  }
  printLine(refusal === null ? 'O aviso foi mandado.' : `O aviso não foi mandado: ${refusal}`);
  return refusal === null ? 0 : 1;
}
