import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailPeer, startMailPeer } from '../../test/peers/mail-peer.ts';
import { alertCommand } from './alert-command.ts';

let mailPeer: MailPeer;
beforeAll(async () => {
  // Mails to a server on this machine are sent without TLS.
  mailPeer = await startMailPeer({ encryption: 'plain' });
});
afterAll(() => mailPeer.close());

const mailSettings = () => ({
  NODE_ENV: 'production',
  SMTP_URL: mailPeer.url,
  MAIL_FROM: 'avisos@guilda.example',
  TEAM_EMAIL: 'equipe@guilda.example',
  PUBLIC_URL: 'https://guilda.example',
});

async function runAlert(args: readonly string[], env: Record<string, string>) {
  const lines: string[] = [];
  const code = await alertCommand({ args, env, printLine: (line) => lines.push(line) });
  return { code, output: lines.join('\n') };
}

it('an alert tells the team by mail which unit failed, how, and what to do, also when other settings are missing', async () => {
  const monitor = { MONITOR_SERVICE_RESULT: 'exit-code', MONITOR_EXIT_STATUS: '2' };
  const { code, output } = await runAlert(['guilda-backup.service'], {
    ...mailSettings(),
    ...monitor,
  });
  expect({ code, output }).toEqual({ code: 0, output: 'O aviso foi mandado.' });
  const mail = mailPeer.mails.at(-1);
  expect(mail?.envelope.to).toEqual(['equipe@guilda.example']);
  expect(mail?.parsed.subject).toBe('Guilda: guilda-backup.service falhou');
  expect(mail?.parsed.text).toContain('journalctl -u guilda-backup.service');
  expect(mail?.parsed.text).toContain('exit-code, 2');
  expect(mail?.parsed.text).toContain('https://guilda.example');
});

it('an alert names no unit when none failed', async () => {
  expect(await runAlert(['backup'], mailSettings())).toMatchObject({ code: 0 });
  expect(mailPeer.mails.at(-1)?.parsed.text).not.toContain('journalctl');
});

it.each([[[]], [['a', 'b']], [['a; rm -rf /']]])(
  'the command for alerts refuses the arguments %o',
  async (args) => {
    expect(await runAlert(args, mailSettings())).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Uso/),
    });
  },
);

it('the command for alerts prints why an alert was not sent, and no secret', async () => {
  const { SMTP_URL: url, ...without } = mailSettings();
  expect((await runAlert(['backup'], without)).output).toContain('SMTP_URL');
  const wrongUrl = new URL(url);
  wrongUrl.password = 'segredo';
  const { code, output } = await runAlert(['backup'], { ...without, SMTP_URL: wrongUrl.href });
  expect(code).toBe(1);
  expect(output).toMatch(/^O aviso não foi mandado: the mail server refused the login/);
  expect(output).not.toContain('segredo');
});
