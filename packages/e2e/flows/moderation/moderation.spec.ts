import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { createReviewedPurchase, publishService } from '../../support/market.ts';
import { bellOf, notificationList } from '../../support/notifications.ts';
import {
  asPerson,
  type SignedInPerson,
  signInAs,
  signInOverApi,
  TEAM_EMAIL,
} from '../../support/people.ts';
import { publishPost } from '../../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  test,
  toastOf,
} from '../../support/test.ts';

async function reportPost(
  request: APIRequestContext,
  reporter: SignedInPerson,
  { uid }: SignedInPerson,
  emailData: Readonly<Record<string, unknown>>,
): Promise<{ id: string; code: string }> {
  const answer = await request.post('/email/send', {
    headers: asPerson(reporter),
    data: { emailType: 'report', emailData: { reportedUserId: uid, ...emailData } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Opens the admin page in a browser context of its own. */
async function openAdminPage(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, 'Da Equipe', TEAM_EMAIL);
  await page.goto(path);
  return page;
}

const reasonField = (page: Page) => page.getByLabel('Motivo', { exact: true });
const clickDecide = (page: Page) =>
  page.getByRole('button', { name: 'Decidir', exact: true }).click();
const caseRow = (page: Page, code: string) =>
  page.getByRole('list', { name: 'Fila' }).getByRole('link', { name: new RegExp(code) });
const caseTitle = (page: Page) => page.getByRole('heading', { level: 2 });

async function lastDecision(request: APIRequestContext, person: SignedInPerson, action: string) {
  const answer = await request.get('/api/decisions', { headers: asPerson(person) });
  const { decisions } = await answer.json();
  return decisions.find((decision: { action: string }) => decision.action === action);
}

test(
  'a report is decided, and the decision is appealed against and lifted',
  desktopOnly,
  async ({ page, browser }) => {
    const reporter = await signInAs(page, 'Zefa Atenta');
    const authorPage = await (await browser.newContext()).newPage();
    const author = await signInAs(authorPage, 'Tatu do Spam');
    const postUid = await publishPost(page.request, author, {
      title: 'Compre aqui',
      description: 'x',
    });
    const title = `Spam ${postUid.slice(-6)}`;
    const reportedCase = await reportPost(page.request, reporter, author, {
      title,
      description: 'Repete a mesma propaganda.',
      reportedPostId: postUid,
    });
    await page.goto('/community');
    await authorPage.goto('/community');

    const adminPage = await openAdminPage(browser, '/admin?tipo=denuncias');
    await caseRow(adminPage, reportedCase.code).click();
    await expect(adminPage).toHaveURL(new RegExp(`caso=${reportedCase.id}`));
    await expect(caseTitle(adminPage)).toHaveText(title);
    await expect(adminPage.getByRole('region', { name: 'Publicação' })).toContainText(
      'Compre aqui',
    );
    await expectAccessible(adminPage);
    await adminPage.getByRole('button', { name: 'Pegar' }).click();
    await expect(adminPage.getByRole('button', { name: 'Devolver' })).toBeVisible();
    await clickDecide(adminPage);
    await expect(adminPage.getByText('Escolha como o caso termina.')).toBeVisible();
    await adminPage.getByText('Procede', { exact: true }).click();
    await clickDecide(adminPage);
    await expect(adminPage.getByText('Motivo obrigatório')).toBeVisible();
    await adminPage.getByLabel(/^Esconder/).check();
    await adminPage.getByLabel(/^Dar advertência/).check();
    await adminPage.getByRole('button', { name: 'É spam ou propaganda repetida.' }).click();
    await clickDecide(adminPage);
    await expect(toastOf(adminPage)).toContainText(`${reportedCase.code}: procede`);

    await expect(bellOf(page)).toHaveAccessibleDescription(/nova/);
    await page.goto('/user/settings/denuncias');
    const casesRegion = page.getByRole('region', { name: 'Denúncias e suporte' });
    const answeredCase = casesRegion.getByRole('listitem').filter({ hasText: reportedCase.code });
    await expect(answeredCase).toContainText('A equipe respondeu');
    await expect(answeredCase).toContainText('Sobre Tatu do Spam');
    await expect(answeredCase).toContainText('É spam ou propaganda repetida.');
    await expect(bellOf(authorPage)).toHaveAccessibleDescription(/nova/);
    await bellOf(authorPage).click();
    await expect(notificationList(authorPage).getByRole('listitem').first()).toBeVisible();
    const decision = await lastDecision(page.request, author, 'hide');
    expect(decision).toMatchObject({ reason: 'É spam ou propaganda repetida.', liftedAt: null });
    await authorPage.goto('/user/settings/decisoes');
    const decisionRow = authorPage
      .getByRole('region', { name: 'Decisões da equipe' })
      .getByRole('listitem')
      .filter({ hasText: 'Compre aqui' });
    await expect(decisionRow).toContainText('Em vigor');
    await expect(decisionRow).toContainText('Motivo: É spam ou propaganda repetida.');
    const hiddenPostResponse = await page.request.get(`/api/social/post/${postUid}/`);
    expect(hiddenPostResponse.status()).toBe(404);

    const appealResponse = await page.request.post(`/api/decisions/${decision.id}/appeal`, {
      headers: asPerson(author),
      data: { message: 'Era só uma vez, prometo.' },
    });
    expect(appealResponse.status(), await appealResponse.text()).toBe(201);
    const { id } = await appealResponse.json();
    await adminPage.goto(`/admin?caso=${id}`);
    await expect(adminPage.getByRole('region', { name: 'Decisão contestada' })).toContainText(
      'spam',
    );
    await adminPage.getByText('Aceitar recurso').click();
    await adminPage.getByRole('button', { name: 'Olhamos de novo e você tem razão.' }).click();
    await clickDecide(adminPage);
    await expect(toastOf(adminPage)).toContainText('recurso aceito');
    await page.goto(`/post/${postUid}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Compre aqui' })).toBeVisible();
    await authorPage.reload();
    await expect(decisionRow).toContainText('Encerrada');
    await expect(decisionRow).toContainText('Olhamos de novo e você tem razão.');

    await adminPage.goto(`/admin?aba=registro&sobre=${postUid}`);
    const log = adminPage.getByRole('region', { name: 'Registro' });
    await expect(log).toContainText('mostrou de novo');
    await expectAccessible(adminPage);
    await log.getByRole('button', { name: 'Moderar' }).first().click();
    const dialogAgain = adminPage.getByRole('dialog', { name: 'Moderar publicação' });
    await dialogAgain.getByLabel(/^Esconder/).check();
    await dialogAgain.getByRole('button', { name: 'É spam ou propaganda repetida.' }).click();
    await dialogAgain.getByRole('button', { name: 'Esconder', exact: true }).click();
    await expect(log.getByRole('listitem').first()).toContainText('escondeu');
    await log.getByRole('link', { name: `Caso ${reportedCase.code}` }).click();
    await expect(caseTitle(adminPage)).toHaveText(title);
    await adminPage.goto('/admin?aba=numeros');
    await expect(adminPage.getByRole('img', { name: /^Pessoas novas/ })).toBeVisible();
    await expectAccessible(adminPage);
    await adminPage.context().close();
    await authorPage.context().close();
  },
);

test(
  'several cases are decided at once by keyboard alone',
  desktopOnly,
  async ({ page, browser }) => {
    const reporter = await signInOverApi(page.request, 'Lua Atenta');
    const reportedPerson = await signInOverApi(page.request, 'Saci Falador');
    const uidEnding = reportedPerson.uid.slice(-6);
    const codes: string[] = [];
    for (const word of ['um', 'dois']) {
      const { code } = await reportPost(page.request, reporter, reportedPerson, {
        title: `Grita ${word} ${uidEnding}`,
        description: 'Fala alto demais.',
      });
      codes.push(code);
    }
    const adminPage = await openAdminPage(browser, '/admin?tipo=denuncias');
    for (const code of codes)
      await adminPage.getByRole('checkbox', { name: `Escolher ${code}` }).check();
    await expect(adminPage.getByText('2 escolhidos')).toBeVisible();
    await expect(caseTitle(adminPage)).toHaveText('2 denúncias');
    await adminPage.getByText('Não procede', { exact: true }).click();
    await reasonField(adminPage).fill('Não encontramos nada contra as regras.');
    await expectAccessible(adminPage);
    await adminPage.getByRole('button', { name: 'Decidir todos' }).click();
    await expect(toastOf(adminPage)).toContainText('2 casos decididos');
    for (const code of codes)
      await expect(adminPage.getByTestId('queue-items').getByText(code)).toHaveCount(0);

    const lateCase = await reportPost(page.request, reporter, reportedPerson, {
      title: `Grita tarde ${uidEnding}`,
      description: 'Depois das dez.',
    });
    await adminPage.goto(`/admin?caso=${lateCase.id}`);
    await adminPage.getByText('Não procede', { exact: true }).click();
    await reasonField(adminPage).fill('Falta indício do que foi contado.');
    const otherAdmin = await signInOverApi(page.request, 'Da Equipe', TEAM_EMAIL);
    const otherAdminDecision = await page.request.post(`/api/admin/cases/${lateCase.id}/decision`, {
      headers: asPerson(otherAdmin),
      data: { outcome: 'upheld', reason: 'Há gravação.' },
    });
    expect(otherAdminDecision.status(), await otherAdminDecision.text()).toBe(200);
    await clickDecide(adminPage);
    await expect(toastOf(adminPage)).toContainText('Alguém da equipe decidiu antes');
    await expect(adminPage.getByRole('region', { name: 'Decisão' })).toContainText('Há gravação.');

    // The keyboard selection moves down from `lateCase`: the row below stays the same, while the row above may change
    // when administrators in other tests decide cases.
    await adminPage.goto(`/admin?ver=resolvidos&caso=${lateCase.id}`);
    const row = adminPage.locator(`#fila-${lateCase.id}`);
    await expect(row).toBeVisible();
    await adminPage.keyboard.press('j');
    await expect(
      adminPage.getByTestId('queue-items').locator('li', { has: row }).locator('+ li a'),
    ).toBeFocused();
    await adminPage.keyboard.press('k');
    await expect(row).toBeFocused();
    await adminPage.keyboard.press('Enter');
    await expect(adminPage.locator('#item-title')).toBeFocused();
    await adminPage.keyboard.press('?');
    const keysDialog = adminPage.getByRole('dialog', { name: 'Teclas da fila' });
    await expect(keysDialog).toBeVisible();
    await adminPage.keyboard.press('Escape');
    await expect(keysDialog).toHaveCount(0);
    await expect(adminPage.locator('#item-title')).toBeFocused();
    await adminPage.keyboard.press('/');
    await expect(adminPage.getByRole('link', { name: 'Resolvidos' })).toBeFocused();
    await adminPage.context().close();
  },
);

test('the moderation queue shows list or case, and the back button leads between them', async ({
  page,
}) => {
  const reporter = await signInOverApi(page.request, 'Dona Atenta');
  const reportedPerson = await signInOverApi(page.request, 'Boi Tata');
  const { code } = await reportPost(page.request, reporter, reportedPerson, {
    title: `Foto ruim ${reportedPerson.uid.slice(-6)}`,
    description: 'A'.repeat(200),
  });
  await signInAs(page, 'Da Equipe', TEAM_EMAIL);
  await page.goto('/admin?tipo=denuncias');
  const row = caseRow(page, code);
  if (isPhone(page)) await page.setViewportSize({ width: 390, height: 320 });
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await row.click();
  await expect(caseTitle(page)).toContainText('Foto ruim');
  await expect(page.getByRole('navigation', { name: 'Itens da fila' })).toBeInViewport({
    ratio: 1,
  });
  await expectAccessible(page);
  await page.goBack();
  await expect(page).toHaveURL('/admin?tipo=denuncias');
  await expect(row).toBeVisible();
  await page.goto('/admin?tipo=reembolsos&ver=resolvidos');
  await expect(page.getByText('Nenhum reembolso resolvido pela equipe.')).toBeVisible();
  await page.goto('/admin?aba=saude');
  await expect(page.getByRole('listitem', { name: 'Banco de dados' })).toContainText('Tudo certo');
  await expectAccessible(page);
});

test(
  'a team member reports a review of their own service instead of moderating it',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/403/);
    const seller = await signInAs(page, 'Da Equipe', TEAM_EMAIL);
    const buyer = await signInOverApi(page.request, 'Crítica Severa');
    const { id } = await publishService(page.request, seller, {
      title: 'Aula da equipe',
      price: '0',
    });
    const review = { title: 'Fraco', description: 'Chegou tarde.', rating: 2 };
    await createReviewedPurchase(page.request, { seller, buyer, serviceId: id }, review);
    await page.goto(`/service/${id}`);
    await page.getByRole('button', { name: 'Moderar avaliação' }).click();
    await expect(
      page.getByRole('dialog', { name: /^Denunciar avaliação de Crítica/ }),
    ).toBeVisible();
  },
);
