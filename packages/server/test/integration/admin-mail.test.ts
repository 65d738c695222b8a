import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPaidOrder, buildService } from '../fixtures/data/builders.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../fixtures/server/test-app.ts';

/* Mails that the program in demo mode sends to the team and to people. */

let app: TestApp;
let ana: TestPerson;
let joao: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  [ana, joao] = [await app.signIn('Ana'), await app.signIn('Joao')];
});

afterAll(() => app.close());

interface OutboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: string;
}

const readOutbox = async () => {
  const response = await app.fetch('/dev/outbox');
  return ((await response.json()) as { emails: OutboxMail[] }).emails;
};

/** The mail about a case, once its job has run. */
async function mailOf(caseId: string): Promise<OutboxMail> {
  const findMail = async () => (await readOutbox()).find(({ id }) => id.includes(`case-${caseId}`));
  await expect.poll(findMail).toBeTruthy();
  const mail = await findMail();
  if (!mail) throw new Error('the mail went away');
  return mail;
}

const reportPerson = (reporter: TestPerson, moreData: Record<string, unknown>) =>
  reporter.api.moderation.sendEmail({
    body: {
      emailType: 'report',
      emailData: { title: 'Golpe', description: 'Oi', ...moreData },
    } as never,
  });

describe('the team’s mail', () => {
  test('a report of the running program reaches the outbox', async () => {
    const { id } = await reportPerson(ana, { reportedUserId: joao.uid });
    const mail = await mailOf(id);
    expect(mail).toMatchObject({
      to: 'equipe@guilda.example',
      subject: `Denúncia sobre @${joao.user.username}: Golpe`,
    });
    expect(mail.text).toContain(`De: @${ana.user.username} (`);
    expect(new Date(mail.sentAt).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test('a hostile report is harmless in JSON and on the page', async () => {
    const title = '"><script>alert(1)</script>\r\nBcc: fora@evil.example';
    const { id } = await reportPerson(ana, {
      reportedUserId: joao.uid,
      title,
      description: '</pre><img src=x onerror=alert(1)>',
    });
    const mail = await mailOf(id);
    expect(mail.to).toBe('equipe@guilda.example');
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toMatch(/<script|<img/);
    const page = await (
      await app.fetch('/dev/outbox', { headers: { accept: 'text/html' } })
    ).text();
    expect(page).not.toMatch(/<script|<img/);
  });

  test('the payloads of the specification are accepted', async () => {
    const sendMail = async (body: unknown) =>
      ana.fetch('/email/send', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const serviceId = await buildService(app.pool, joao.uid);
    const order = { service: serviceId, buyer: ana.uid, seller: joao.uid };
    await buildPaidOrder(app.pool, order, { purchase_code: 'GLD-7K2M3N' });
    const bodies = [
      {
        emailType: 'report',
        emailData: {
          title: 'Golpe',
          description: 'Oi',
          reportedUserId: joao.uid,
          reportedBy: ana.uid,
          userId: ana.uid,
        },
      },
      {
        emailType: 'feedback',
        emailData: { userName: 'ana', feedbackMessage: 'Oi', userId: ana.uid },
      },
      {
        emailType: 'support',
        emailData: { purchaseCode: 'GLD-7K2M3N', userMessage: 'Ninguém responde.' },
      },
    ];
    for (const body of bodies) {
      const response = await sendMail(body);
      expect(response.status).toBe(200);
      const { id } = (await response.json()) as { id: string };
      expect(await mailOf(id)).toBeTruthy();
    }
  });
});

describe('closing an account', () => {
  test('an account that is closed in the running program cannot be read any more at once', async () => {
    const bia = await app.signIn('Bia');
    await bia.api.users.deleteMe();
    expect(await errorOfCall(bia.api.users.getMe())).toMatchObject({ status: 401 });
    const { uid, refreshToken } = { uid: bia.uid, ...bia.tokens };
    const renewal = app.visitor.identity.refreshToken({ body: { uid, refreshToken } });
    expect(await errorOfCall(renewal)).toMatchObject({ status: 401, message: 'Token inválido' });
    const newSession = await app.signIn('Bia');
    expect(newSession.uid).not.toBe(bia.uid);
  });
});
