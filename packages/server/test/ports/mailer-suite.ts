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
export function describeMailer(name: string, createBench: () => Promise<MailerHarness>): void {
  describe(`mailer: ${name}`, () => {
    let bench: MailerHarness;
    beforeEach(async () => {
      bench = await createBench();
    });
    afterEach(() => bench.close());
    const readReceivedMails = async () => (await bench.received()).map(withoutTrailingBreaks);

    it('delivers a mail unchanged, in both parts', async () => {
      const whole = buildMail('order-1', {
        subject:
          'Você tem um novo pedido: “Elo até o Diamante” 🎮 — coração, não-só, ação e reação',
        text: `Olá, Joana\n\n.\n..\nFrom aqui em diante\n${'á'.repeat(2_000)}\n> 日本語 🎲\n`,
        html: `<!DOCTYPE html><p>.</p>\n<p>${'é'.repeat(2_000)} &amp; <b>=C3</b> 🎲</p>\n`,
        unsubscribeUrl: `https://guilda.example/email/unsubscribe?kind=missed&token=${'a'.repeat(400)}`,
      });
      await bench.mailer.send(whole);
      expect(await readReceivedMails()).toEqual([withoutTrailingBreaks(whole)]);
    });

    it('adds no unsubscribe header to a mail without one', async () => {
      await bench.mailer.send(buildMail('a'));
      expect(await readReceivedMails()).toEqual([withoutTrailingBreaks(buildMail('a'))]);
    });

    it('delivers a mail once although it is sent again with the same id', async () => {
      await bench.mailer.send(buildMail('a'));
      await Promise.all([bench.mailer.send(buildMail('a')), bench.mailer.send(buildMail('a'))]);
      await bench.mailer.send(buildMail('b'));
      expect((await readReceivedMails()).map(({ subject }) => subject).sort()).toEqual([
        'Assunto a',
        'Assunto b',
      ]);
    });

    it('delivers many mails that are sent at once', async () => {
      const mails = Array.from({ length: 30 }, (_, n) => buildMail(`m-${n}`));
      await Promise.all(mails.map((one) => bench.mailer.send(one)));
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
      await expect(bench.mailer.send(buildMail('a', parts))).rejects.toThrow(TypeError);
      expect(await bench.received()).toEqual([]);
    });

    it('rejects mails without naming their recipients while the mail server fails, and delivers mails afterwards', async () => {
      await bench.mailer.send(buildMail('a'));
      await bench.breakCarrier();
      const failure = await bench.mailer.send(buildMail('b')).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(Error);
      for (let cause = failure; cause instanceof Error; cause = cause.cause) {
        expect(cause.message).not.toMatch(/joana|pessoas|assunto|olá/i);
      }
      await bench.repairCarrier();
      await bench.mailer.send(buildMail('b'));
      expect(await readReceivedMails()).toHaveLength(2);
    });
  });
}
