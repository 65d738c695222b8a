import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mail, Mailer } from '../../src/ports/mailer.ts';

/** A mail as its recipient reads it. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | null;
}

/** A mailer under test with its mail server. */
export interface MailerHarness {
  readonly mailer: Mailer;
  /** All received mails, each id once, in any order. */
  received(): Promise<readonly ReceivedMail[]>;
  /** Makes the mail server fail from now on. */
  breakCarrier(): Promise<void>;
  repairCarrier(): Promise<void>;
  close(): Promise<void>;
}

const buildMail = (id: string, parts: Partial<Mail> = {}): Mail => ({
  id,
  to: 'joana@pessoas.example',
  subject: `Assunto ${id}`,
  text: 'Olá\n',
  html: '<!DOCTYPE html><p>Olá</p>',
  ...parts,
});

type ReceivedText = Omit<Mail, 'unsubscribeUrl' | 'id'> & {
  readonly unsubscribeUrl?: string | null;
};

/** A mail without line breaks at the end of its texts, because mail programs may add some. */
const withoutTrailingBreaks = ({
  to,
  subject,
  text,
  html,
  unsubscribeUrl = null,
}: ReceivedText) => ({
  ...{ to, subject, text: text.trimEnd(), html: html.trimEnd(), unsubscribeUrl },
});

/** Tests that every {@link Mailer} must pass. */
export function describeMailer(name: string, createHarness: () => Promise<MailerHarness>): void {
  describe(`mailer: ${name}`, () => {
    let harness: MailerHarness;
    beforeEach(async () => {
      harness = await createHarness();
    });
    afterEach(() => harness.close());
    const readReceivedMails = async () => (await harness.received()).map(withoutTrailingBreaks);

    it('delivers a mail unchanged, in both parts', async () => {
      const completeMail = buildMail('order-1', {
        subject:
          'Você tem um novo pedido: “Elo até o Diamante” 🎮 — coração, não-só, ação e reação',
        text: `Olá, Joana\n\n.\n..\nFrom aqui em diante\n${'á'.repeat(2_000)}\n> 日本語 🎲\n`,
        html: `<!DOCTYPE html><p>.</p>\n<p>${'é'.repeat(2_000)} &amp; <b>=C3</b> 🎲</p>\n`,
        unsubscribeUrl: `https://guilda.example/email/unsubscribe?kind=missed&token=${'a'.repeat(400)}`,
      });
      await harness.mailer.send(completeMail);
      expect(await readReceivedMails()).toEqual([withoutTrailingBreaks(completeMail)]);
    });

    it('adds no unsubscribe header to a mail without one', async () => {
      await harness.mailer.send(buildMail('a'));
      expect(await readReceivedMails()).toEqual([withoutTrailingBreaks(buildMail('a'))]);
    });

    it('delivers a mail once although it is sent again with the same id', async () => {
      await harness.mailer.send(buildMail('a'));
      await Promise.all([harness.mailer.send(buildMail('a')), harness.mailer.send(buildMail('a'))]);
      await harness.mailer.send(buildMail('b'));
      expect((await readReceivedMails()).map(({ subject }) => subject).sort()).toEqual([
        'Assunto a',
        'Assunto b',
      ]);
    });

    it('delivers many mails that are sent at once', async () => {
      const mails = Array.from({ length: 30 }, (_, n) => buildMail(`m-${n}`));
      await Promise.all(mails.map((mail) => harness.mailer.send(mail)));
      const subjects = (await readReceivedMails()).map(({ subject }) => subject);
      expect(subjects.sort()).toEqual(mails.map(({ subject }) => subject).sort());
    });

    it.each([
      { id: '../a' },
      { id: 'a@b' },
      { to: 'a@b.example\r\nBcc: x@evil.example' },
      { to: 'a@b.example, x@evil.example' },
      { to: 'a@b.example> SIZE=1' },
      { subject: 'a\r\nBcc: x@evil.example' },
      { subject: 'a\u2028b' },
      { unsubscribeUrl: 'https://a.example/>\r\nX: y' },
      { unsubscribeUrl: 'mailto:x@evil.example' },
    ])('refuses a mail with %j', async (parts) => {
      await expect(harness.mailer.send(buildMail('a', parts))).rejects.toThrow(TypeError);
      expect(await harness.received()).toEqual([]);
    });

    it('rejects mails without naming their recipients while the mail server fails, and delivers mails afterwards', async () => {
      await harness.mailer.send(buildMail('a'));
      await harness.breakCarrier();
      const failure = await harness.mailer.send(buildMail('b')).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(Error);
      for (let cause = failure; cause instanceof Error; cause = cause.cause) {
        expect(cause.message).not.toMatch(/joana|pessoas|assunto|olá/i);
      }
      await harness.repairCarrier();
      await harness.mailer.send(buildMail('b'));
      expect(await readReceivedMails()).toHaveLength(2);
    });
  });
}
