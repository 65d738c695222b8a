import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPost, buildService } from '../../../../test/fixtures/data/builders.ts';
import {
  pressCheckButton,
  startAccountAgeCheck,
} from '../../../../test/fixtures/modules/age-fixture.ts';
import {
  type AgeRequirementFixture,
  createAgeRequirementFixture,
} from '../../../../test/fixtures/modules/age-requirement-fixture.ts';
import { errorOfCall, type TestPerson } from '../../../../test/fixtures/server/test-app.ts';

let fixture: AgeRequirementFixture;
let admin: TestPerson;
beforeAll(async () => {
  fixture = await createAgeRequirementFixture();
  admin = await fixture.app.signInAdmin();
});
afterAll(() => fixture.app.close());

const checkAge = async (person: TestPerson) =>
  pressCheckButton(await startAccountAgeCheck(person), 'approve');
const decideReport = (id: string, outcome: 'dismissed' | 'upheld') =>
  admin.api.moderationQueue.decideCase({
    params: { id },
    body: { outcome, reason: 'Vimos o documento.', actions: [] },
  });

describe('a report that an account is of somebody under age', () => {
  it('pauses publishing, buying, being bought from and withdrawing until the age is proven', async () => {
    const { seller, report } = await fixture.buildReportable();
    const serviceId = await buildService(fixture.app.pool, seller.uid, { price: 0 });
    const otherServiceId = await buildService(fixture.app.pool, await fixture.buildUid(), {
      price: 0,
    });
    expect((await seller.api.users.getMe({})).ageRequired).toBe(false);
    await report();
    expect((await seller.api.users.getMe({})).ageRequired).toBe(true);
    for (const sendRequest of fixture.pausedRequestsOf(seller, otherServiceId))
      expect(await (await sendRequest()).json()).toMatchObject({ code: 'age_required' });
    const buyer = await fixture.signInNewPerson();
    expect(await (await fixture.buy(buyer, serviceId)).json()).toMatchObject({
      code: 'service_unavailable',
    });
    await checkAge(seller);
    expect((await seller.api.users.getMe({})).ageRequired).toBe(false);
    expect((await fixture.buy(buyer, serviceId)).status).toBe(201);
    expect((await fixture.buy(seller, otherServiceId)).status).toBe(201);
    expect(await fixture.logOf(seller.uid)).toEqual([
      'require_age Precisamos confirmar a idade de quem usa esta conta.',
      'waive_age A verificação de idade foi aprovada.',
    ]);
  });

  it('lets open orders, messages and reading go on', async () => {
    const { seller, report } = await fixture.buildReportable();
    const serviceId = await buildService(fixture.app.pool, seller.uid, { price: 0 });
    const buyer = await fixture.signInNewPerson();
    const purchase = await (await fixture.buy(buyer, serviceId)).json();
    await report();
    const body = {
      serviceStatus: 'in_progress',
      startedServiceAt: new Date().toISOString(),
    } as const;
    const { payment } = purchase as { payment: { id: string } };
    const startAnswer = await seller.api.orders.updatePayment({ params: { id: payment.id }, body });
    expect(startAnswer.payment.serviceStatus).toBe('in_progress');
    expect(await fixture.sendMessage(seller, buyer.uid)).toMatchObject({ ok: true });
    expect((await seller.api.social.listPosts({})).posts).toEqual(expect.any(Array));
  });

  it('tells the person what to do, in the product and by mail, and nothing of the report', async () => {
    const { seller, report } = await fixture.buildReportable();
    await report();
    await fixture.runJobs();
    const { notifications } = await seller.api.notifications.listNotifications({ query: {} });
    expect(notifications.map(({ content }) => content)).toEqual([
      'Confirme sua idade: até lá, publicar, comprar, vender e sacar ficam em pausa. Motivo: Precisamos confirmar a idade de quem usa esta conta.',
    ]);
    const mail = await fixture.mailTo(seller);
    expect(mail.subject).toBe('Confirme sua idade');
    expect(mail.text).toContain('Seus pedidos em andamento seguem como estão.');
    expect(mail.text).not.toContain('denúncia');
    const { decisions } = await seller.api.moderation.listDecisions({ query: {} });
    expect(decisions).toMatchObject([{ action: 'require_age', liftedAt: null }]);
  });

  it('about a checked adult begins nothing', async () => {
    const { seller, report } = await fixture.buildReportable();
    await checkAge(seller);
    await report();
    expect((await seller.api.users.getMe({})).ageRequired).toBe(false);
    expect(await fixture.logOf(seller.uid)).toEqual([]);
  });

  it('goes on after a check of a lower age than the settings ask for now', async () => {
    const { seller, report } = await fixture.buildReportable();
    const url = await startAccountAgeCheck(seller);
    await fixture.app.pool.query('UPDATE age_checks SET minimum_age = 16 WHERE uid = $1', [
      seller.uid,
    ]);
    await fixture.changeRecord(url, 'minimum_age = 16');
    await report();
    await pressCheckButton(url, 'approve');
    expect(await seller.api.users.getMe({})).toMatchObject({ verifiedAge: 16, ageRequired: true });
  });

  it('is urgent, and hides nothing that it is not about', async () => {
    const { seller, report } = await fixture.buildReportable();
    const postUid = await buildPost(fixture.app.pool, seller.uid);
    const { id } = await report();
    const { case: foundCase } = await admin.api.moderationQueue.getCase({ params: { id } });
    expect(foundCase).toMatchObject({ severity: 'urgent', minor: false, underage: true });
    expect(foundCase.about).toMatchObject({ ageRequired: true, verifiedAge: null });
    expect(await fixture.logOf(postUid)).toEqual([]);
  });
});

describe('the team', () => {
  it('ends it by dismissing the report, and further reports do not begin it again', async () => {
    const { seller, report } = await fixture.buildReportable();
    const { id } = await report();
    await decideReport(id, 'dismissed');
    expect((await seller.api.users.getMe({})).ageRequired).toBe(false);
    await report();
    await report(await fixture.signInNewPerson());
    expect((await seller.api.users.getMe({})).ageRequired).toBe(false);
    await fixture.applyAction(admin, 'require_age', ['user', seller.uid]);
    expect((await seller.api.users.getMe({})).ageRequired).toBe(true);
  });

  it('ends it with the last of several reports that say so', async () => {
    const { seller, report } = await fixture.buildReportable();
    const [first, second] = [await report(), await report(await fixture.signInNewPerson())];
    await decideReport(first.id, 'dismissed');
    expect((await seller.api.users.getMe({})).ageRequired).toBe(true);
    await decideReport(second.id, 'dismissed');
    expect((await seller.api.users.getMe({})).ageRequired).toBe(false);
  });

  it('keeps what it has required itself when a later report is dismissed', async () => {
    const upheldReportable = await fixture.buildReportable();
    await decideReport((await upheldReportable.report()).id, 'upheld');
    const teamRequiredReportable = await fixture.buildReportable();
    await fixture.applyAction(admin, 'require_age', ['user', teamRequiredReportable.seller.uid]);
    for (const { seller, report } of [upheldReportable, teamRequiredReportable]) {
      await decideReport((await report(await fixture.signInNewPerson())).id, 'dismissed');
      expect((await seller.api.users.getMe({})).ageRequired).toBe(true);
    }
  });

  it('decides before one author pauses a third account', async () => {
    const author = await fixture.signInNewPerson();
    for (const isRequirementExpected of [true, true, false]) {
      const { seller, report } = await fixture.buildReportable();
      await report(author);
      expect((await seller.api.users.getMe({})).ageRequired).toBe(isRequirementExpected);
    }
  });

  it('keeps it by upholding the report, and begins it where it had not begun', async () => {
    const { seller, report, reporter } = await fixture.buildReportable();
    await fixture.distrust(reporter);
    const { id } = await report();
    expect((await seller.api.users.getMe({})).ageRequired).toBe(false);
    await decideReport(id, 'upheld');
    expect((await seller.api.users.getMe({})).ageRequired).toBe(true);
  });

  it('ends it from the profile or by granting the appeal', async () => {
    const { seller, report } = await fixture.buildReportable();
    await report();
    await fixture.applyAction(admin, 'waive_age', ['user', seller.uid]);
    expect((await seller.api.users.getMe({})).ageRequired).toBe(false);
    const otherReportable = await fixture.buildReportable();
    await otherReportable.report();
    const { decisions } = await otherReportable.seller.api.moderation.listDecisions({ query: {} });
    const params = { id: decisions[0]?.id ?? '' };
    const body = { message: 'Tenho 20 anos.' };
    const { id } = await otherReportable.seller.api.moderation.appeal({ params, body });
    await admin.api.moderationQueue.decideCase({
      params: { id },
      body: { outcome: 'granted', reason: 'Vimos o documento.', actions: [] },
    });
    expect((await otherReportable.seller.api.users.getMe({})).ageRequired).toBe(false);
  });

  it('is never asked by a report, and cannot ask a checked adult', async () => {
    const { report } = await fixture.buildReportable(admin);
    await report();
    expect((await admin.api.users.getMe({})).ageRequired).toBe(false);
    const adult = await fixture.signInNewPerson();
    await checkAge(adult);
    expect(await fixture.applyAction(admin, 'require_age', ['user', adult.uid])).toBe(
      'action_impossible',
    );
  });
});

describe('at the same moment', () => {
  it('as a check the age counts as proven, whatever comes first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { seller, report } = await fixture.buildReportable();
      const url = await startAccountAgeCheck(seller);
      const approve = () => pressCheckButton(url, 'approve');
      await Promise.all(round % 2 ? [report(), approve()] : [approve(), report()]);
      await expect.poll(async () => (await seller.api.users.getMe({})).ageVerified).toBe(true);
      await expect.poll(() => fixture.readRequiredSince(seller)).toBeNull();
    }
  });

  it('as other reports of its author it is begun for two people', async () => {
    const author = await fixture.signInNewPerson();
    const reportables = await Promise.all(
      Array.from({ length: 6 }, () => fixture.buildReportable()),
    );
    await Promise.all(reportables.map(({ report }) => report(author)));
    const sellers = await Promise.all(reportables.map(({ seller }) => seller.api.users.getMe({})));
    expect(sellers.filter(({ ageRequired }) => ageRequired)).toHaveLength(2);
  });

  it('as other reports it is begun once', async () => {
    const { seller, report } = await fixture.buildReportable();
    const reporters = await Promise.all(Array.from({ length: 5 }, () => fixture.signInNewPerson()));
    await Promise.all(reporters.map((each) => report(each)));
    expect(await fixture.logOf(seller.uid)).toHaveLength(1);
  });

  it.each(['seller', 'buyer'] as const)(
    'as a checkout of the %s nothing is ordered',
    async (role) => {
      const [seller, buyer] = [await fixture.signInNewPerson(), await fixture.signInNewPerson()];
      const serviceId = await buildService(fixture.app.pool, seller.uid, { price: 0 });
      const purchase = await fixture.requireDuring(role === 'seller' ? seller : buyer, () =>
        fixture.buy(buyer, serviceId),
      );
      const code = role === 'seller' ? 'service_unavailable' : 'age_required';
      expect(await purchase.json()).toMatchObject({ code });
    },
  );

  it.each(['new service', 'changed service', 'post', 'comment', 'reply to a review'] as const)(
    'as a %s nothing is published',
    async (publishedKind) => {
      const person = await fixture.signInNewPerson();
      const publish = await fixture.publishing[publishedKind](person);
      const refusedResponse = await fixture.requireDuring(person, publish);
      expect(await refusedResponse.json()).toMatchObject({ code: 'age_required' });
      await checkAge(person);
      expect((await publish()).status).toBeLessThan(300);
    },
  );

  it('as a withdrawal nothing is withdrawn', async () => {
    const seller = await fixture.signInNewPerson();
    const body = { amount: '10.00', pixKey: 'a@b.example' };
    const refusal = await fixture.requireDuring(seller, () =>
      errorOfCall(seller.api.wallet.requestWithdrawal({ body })),
    );
    expect(refusal).toMatchObject({ status: 403, code: 'age_required' });
  });
});
