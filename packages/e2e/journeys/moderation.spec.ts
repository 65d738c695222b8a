import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { publishService, reviewedPurchase } from '../support/market.ts';
import { bellOf, listOf } from '../support/notices.ts';
import { asPerson, type Person, signInAs, signInOverApi, TEAM_EMAIL } from '../support/people.ts';
import { publishPost } from '../support/posts.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../support/test.ts';

async function report(
  request: APIRequestContext,
  by: Person,
  { uid }: Person,
  emailData: Readonly<Record<string, unknown>>,
): Promise<{ id: string; code: string }> {
  const answer = await request.post('/email/send', {
    headers: asPerson(by),
    data: { emailType: 'report', emailData: { reportedUserId: uid, ...emailData } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** The team in a context of its own. */
async function openDesk(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, 'Da Equipe', TEAM_EMAIL);
  await page.goto(path);
  return page;
}

const reasonOf = (page: Page) => page.getByLabel('Motivo', { exact: true });
const decide = (page: Page) => page.getByRole('button', { name: 'Decidir', exact: true }).click();
const lineOf = (page: Page, code: string) =>
  page.getByRole('list', { name: 'Fila' }).getByRole('link', { name: new RegExp(code) });
const titleOf = (page: Page) => page.getByRole('heading', { level: 2 });

async function lastDecision(request: APIRequestContext, person: Person, action: string) {
  const answer = await request.get('/api/decisions', { headers: asPerson(person) });
  const { decisions } = await answer.json();
  return decisions.find((each: { action: string }) => each.action === action);
}

test(
  'a report is decided, appealed against and taken back',
  desktopOnly,
  async ({ page, browser }) => {
    const reporter = await signInAs(page, 'Zefa Atenta');
    const other = await (await browser.newContext()).newPage();
    const author = await signInAs(other, 'Tatu do Spam');
    const post = await publishPost(page.request, author, {
      title: 'Compre aqui',
      description: 'x',
    });
    const title = `Spam ${post.slice(-6)}`;
    const told = await report(page.request, reporter, author, {
      title,
      description: 'Repete a mesma propaganda.',
      reportedPostId: post,
    });
    await page.goto('/community');
    await other.goto('/community');

    const desk = await openDesk(browser, '/admin?tipo=denuncias');
    await lineOf(desk, told.code).click();
    await expect(desk).toHaveURL(new RegExp(`caso=${told.id}`));
    await expect(titleOf(desk)).toHaveText(title);
    await expect(desk.getByRole('region', { name: 'Publicação' })).toContainText('Compre aqui');
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Pegar' }).click();
    await expect(desk.getByRole('button', { name: 'Devolver' })).toBeVisible();
    await decide(desk);
    await expect(desk.getByText('Escolha como o caso termina.')).toBeVisible();
    await desk.getByText('Procede', { exact: true }).click();
    await decide(desk);
    await expect(desk.getByText('Motivo obrigatório')).toBeVisible();
    await desk.getByLabel(/^Esconder/).check();
    await desk.getByLabel(/^Avisar a pessoa/).check();
    await desk.getByRole('button', { name: 'É spam ou propaganda repetida.' }).click();
    await decide(desk);
    await expect(toastOf(desk)).toContainText(`${told.code}: procede`);

    await expect(bellOf(page)).toHaveAccessibleDescription(/nova/);
    await page.goto('/user/settings#denuncias');
    const asked = page.getByRole('region', { name: 'Denúncias e pedidos' });
    const answered = asked.getByRole('listitem').filter({ hasText: told.code });
    await expect(answered).toContainText('Resolvido');
    await expect(answered).toContainText('Sobre Tatu do Spam');
    await expect(answered).toContainText('É spam ou propaganda repetida.');
    await expect(bellOf(other)).toHaveAccessibleDescription(/nova/);
    await bellOf(other).click();
    await expect(listOf(other).getByRole('listitem').first()).toBeVisible();
    const decision = await lastDecision(page.request, author, 'hide');
    expect(decision).toMatchObject({ reason: 'É spam ou propaganda repetida.', liftedAt: null });
    await other.goto('/user/settings#decisoes');
    const decided = other
      .getByRole('region', { name: 'Decisões da equipe' })
      .getByRole('listitem')
      .filter({ hasText: 'Compre aqui' });
    await expect(decided).toContainText('Em vigor');
    await expect(decided).toContainText('Motivo: É spam ou propaganda repetida.');
    const hidden = await page.request.get(`/api/social/post/${post}/`);
    expect(hidden.status()).toBe(404);

    const appeal = await page.request.post(`/api/decisions/${decision.id}/appeal`, {
      headers: asPerson(author),
      data: { message: 'Era só uma vez, prometo.' },
    });
    expect(appeal.status(), await appeal.text()).toBe(201);
    const { id } = await appeal.json();
    await desk.goto(`/admin?caso=${id}`);
    await expect(desk.getByRole('region', { name: 'Decisão contestada' })).toContainText('spam');
    await desk.getByText('Aceitar recurso').click();
    await desk.getByRole('button', { name: 'Olhamos de novo e você tem razão.' }).click();
    await decide(desk);
    await expect(toastOf(desk)).toContainText('recurso aceito');
    await page.goto(`/post/${post}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Compre aqui' })).toBeVisible();
    await other.reload();
    await expect(decided).toContainText('Encerrada');
    await expect(decided).toContainText('Olhamos de novo e você tem razão.');

    await desk.goto(`/admin?aba=registro&sobre=${post}`);
    const log = desk.getByRole('region', { name: 'Registro' });
    await expect(log).toContainText('mostrou de novo');
    await expectAccessible(desk);
    await log.getByRole('button', { name: 'Moderar' }).first().click();
    const again = desk.getByRole('dialog', { name: 'Moderar publicação' });
    await again.getByLabel(/^Esconder/).check();
    await again.getByRole('button', { name: 'É spam ou propaganda repetida.' }).click();
    await again.getByRole('button', { name: 'Esconder', exact: true }).click();
    await expect(log.getByRole('listitem').first()).toContainText('escondeu');
    await log.getByRole('link', { name: `Caso ${told.code}` }).click();
    await expect(titleOf(desk)).toHaveText(title);
    await desk.goto('/admin?aba=numeros');
    await expect(desk.getByRole('img', { name: /^Pessoas novas/ })).toBeVisible();
    await expectAccessible(desk);
    await desk.context().close();
    await other.context().close();
  },
);

test('several are decided alike, by keys alone', desktopOnly, async ({ page, browser }) => {
  const reporter = await signInOverApi(page.request, 'Lua Atenta');
  const reported = await signInOverApi(page.request, 'Saci Falador');
  const mark = reported.uid.slice(-6);
  const codes: string[] = [];
  for (const each of ['um', 'dois']) {
    const { code } = await report(page.request, reporter, reported, {
      title: `Grita ${each} ${mark}`,
      description: 'Fala alto demais.',
    });
    codes.push(code);
  }
  const desk = await openDesk(browser, '/admin?tipo=denuncias');
  for (const code of codes) await desk.getByRole('checkbox', { name: `Escolher ${code}` }).check();
  await expect(desk.getByText('2 escolhidos')).toBeVisible();
  await expect(titleOf(desk)).toHaveText('2 denúncias');
  await desk.getByText('Não procede', { exact: true }).click();
  await reasonOf(desk).fill('Não encontramos nada contra as regras.');
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Decidir todos' }).click();
  await expect(toastOf(desk)).toContainText('2 casos decididos');
  for (const code of codes) await expect(desk.locator('.mod-l').getByText(code)).toHaveCount(0);

  const late = await report(page.request, reporter, reported, {
    title: `Grita tarde ${mark}`,
    description: 'Depois das dez.',
  });
  await desk.goto(`/admin?caso=${late.id}`);
  await desk.getByText('Não procede', { exact: true }).click();
  await reasonOf(desk).fill('Falta indício do que foi contado.');
  const colleague = await signInOverApi(page.request, 'Da Equipe', TEAM_EMAIL);
  const faster = await page.request.post(`/api/admin/cases/${late.id}/decision`, {
    headers: asPerson(colleague),
    data: { outcome: 'upheld', reason: 'Há gravação.' },
  });
  expect(faster.status(), await faster.text()).toBe(200);
  await decide(desk);
  await expect(toastOf(desk)).toContainText('Alguém da equipe decidiu antes');
  await expect(desk.getByRole('region', { name: 'Decisão' })).toContainText('Há gravação.');

  // Lines that others of the team decide meanwhile come above this one.
  await desk.goto(`/admin?ver=resolvidos&caso=${late.id}`);
  const line = desk.locator(`#fila-${late.id}`);
  await expect(line).toBeVisible();
  await desk.keyboard.press('j');
  await expect(desk.locator('.mod-l li', { has: line }).locator('+ li a')).toBeFocused();
  await desk.keyboard.press('k');
  await expect(line).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk.locator('#mod-titulo')).toBeFocused();
  await desk.keyboard.press('?');
  const keys = desk.getByRole('dialog', { name: 'Teclas da fila' });
  await expect(keys).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(desk.locator('#mod-titulo')).toBeFocused();
  await desk.keyboard.press('/');
  await expect(desk.getByRole('link', { name: 'Resolvidos' })).toBeFocused();
  await desk.context().close();
});

test('the desk shows list or case, and the back button leads between them', async ({ page }) => {
  const reporter = await signInOverApi(page.request, 'Dona Atenta');
  const reported = await signInOverApi(page.request, 'Boi Tata');
  const { code } = await report(page.request, reporter, reported, {
    title: `Foto ruim ${reported.uid.slice(-6)}`,
    description: 'A'.repeat(200),
  });
  await signInAs(page, 'Da Equipe', TEAM_EMAIL);
  await page.goto('/admin?tipo=denuncias');
  const line = lineOf(page, code);
  await line.click();
  await expect(titleOf(page)).toContainText('Foto ruim');
  await expectAccessible(page);
  await page.goBack();
  await expect(page).toHaveURL('/admin?tipo=denuncias');
  await expect(line).toBeVisible();
  await page.goto('/admin?tipo=reembolsos&ver=resolvidos');
  await expect(page.getByText('Nenhum reembolso resolvido pela equipe.')).toBeVisible();
  await page.goto('/admin?aba=saude');
  await expect(page.getByRole('listitem', { name: 'Banco de dados' })).toContainText('Tudo certo');
  await expectAccessible(page);
});

test(
  'what concerns somebody of the team they report like anybody else',
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
    await reviewedPurchase(page.request, { seller, buyer, serviceId: id }, review);
    await page.goto(`/service/${id}`);
    await page.getByRole('button', { name: 'Moderar avaliação' }).click();
    await expect(
      page.getByRole('dialog', { name: /^Denunciar avaliação de Crítica/ }),
    ).toBeVisible();
  },
);
