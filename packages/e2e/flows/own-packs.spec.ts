import { errors } from '@guilda/contract/errors';
import type { Page } from '@playwright/test';
import { pictureFile } from '../support/market.ts';
import { elsewhere, order } from '../support/orders.ts';
import { fileRow, gif, note, packWell, png, publishPack } from '../support/packs.ts';
import { signInAs } from '../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

const form = (page: Page) => page.getByRole('dialog', { name: /ficha$/ });

/** Opens the form of a new pack with everything but its files. */
async function beginPack(page: Page, title: string) {
  await page.goto('/termos?novo=servico');
  const dialog = form(page);
  await dialog.getByLabel('Nome do serviço').fill(title);
  await dialog.getByLabel('Descrição').fill('Arquivos prontos para a sua live.');
  await dialog.getByText('Mídia', { exact: true }).click();
  await dialog.getByLabel('Preço').fill('25');
  await dialog.getByRole('button', { name: 'Música' }).click();
  await dialog.getByLabel('Imagem de serviço').setInputFiles(pictureFile);
  return dialog;
}

test(
  'a full storage is explained, and the upload starts once there is room',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/413/);
    await signInAs(page, 'Sem Espaço');
    const dialog = await beginPack(page, 'Pacote cheio');
    const { status, text: error } = errors.storage_full;
    const refusal = { status, json: { error, message: error, code: 'storage_full' } };
    let full = true;
    await page.route('/api/archives', (route) =>
      full && route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
    );
    await page.route('/api/services/', (route) =>
      full ? route.fulfill(refusal) : route.continue(),
    );
    await packWell(dialog).setInputFiles([png('um.png')]);
    await expect(fileRow(dialog, 'um.png')).toContainText(error);
    await expectAccessible(page);
    full = false;
    const arrived = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/archives') && answer.status() === 201,
    );
    await dialog.getByRole('button', { name: 'Tentar de novo: um.png' }).click();
    await arrived;
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    full = true;
    await page.getByRole('button', { name: 'Publicar ficha' }).click();
    await expect(dialog).toContainText(error);
    full = false;
    await page.getByRole('button', { name: 'Publicar ficha' }).click();
    await expect(toastOf(page)).toContainText('Publicado');
  },
);

test(
  'a pack is published; a failed file is uploaded again alone',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED|415/);
    await signInAs(page, 'Monta Pacote');
    const dialog = await beginPack(page, 'Pacote da casa');
    const sent: string[] = [];
    let fails = 1;
    await page.route('/api/archives', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const body = route.request().postDataBuffer()?.toString('latin1') ?? '';
      const name = /filename="([^"]+)"/.exec(body)?.[1] ?? '';
      sent.push(name);
      if (name === 'dois.gif' && fails-- > 0) return route.abort();
      return route.continue();
    });
    const fake = { ...png('falso.png'), buffer: Buffer.from('isto não é') };
    await packWell(dialog).setInputFiles([png('um.png'), gif('dois.gif'), note, fake]);
    await expect(fileRow(dialog, 'nota.txt')).toContainText('Formato de arquivo não permitido.');
    await expect(fileRow(dialog, 'falso.png')).toContainText('Formato de arquivo não permitido.');
    await expect(fileRow(dialog, 'dois.gif')).toContainText('Sem conexão com o servidor.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publicar ficha' }).click();
    await expect(dialog).toContainText('Tente de novo ou remova os arquivos que não chegaram.');
    await dialog.getByRole('button', { name: 'Remover nota.txt' }).click();
    await dialog.getByRole('button', { name: 'Remover falso.png' }).click();
    const arrived = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/archives') && answer.status() === 201,
    );
    await dialog.getByRole('button', { name: 'Tentar de novo: dois.gif' }).click();
    await arrived;
    await expect(dialog.getByText('Tentar de novo')).toHaveCount(0);
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    expect(sent.filter((name) => name !== 'falso.png').sort()).toEqual([
      'dois.gif',
      'dois.gif',
      'um.png',
    ]);
    await dialog.getByRole('button', { name: 'Subir dois.gif' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Subir dois.gif' })).toBeFocused();
    await page.getByRole('button', { name: 'Publicar ficha' }).dblclick();
    await expect(toastOf(page)).toContainText('Publicado');
    await expect(page).toHaveURL(/\/service\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('complementary', { name: 'Contratar' })).toContainText(
      '1 PNG · 1 GIF',
    );
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ver pacote' }).click();
    const tiles = page.getByRole('list', { name: 'Arquivos do pacote' }).getByRole('listitem');
    await expect(tiles).toHaveText([/dois\.gif/, /um\.png/]);
  },
);

test(
  'a pack without files and one that is too large are refused',
  desktopOnly,
  async ({ page }) => {
    await signInAs(page, 'Sem Arquivo');
    const dialog = await beginPack(page, 'Pacote vazio');
    await page.getByRole('button', { name: 'Publicar ficha' }).click();
    await expect(
      dialog.getByText('Pelo menos um arquivo é obrigatório para serviços de mídia'),
    ).toBeVisible();
    await expect(packWell(dialog)).toBeFocused();
    await page.route('/api/archives', (route) =>
      route.fulfill({ json: { archives: [], maxBytes: 60 } }),
    );
    await page.reload();
    await expect(form(page).getByText(/até 60 B cada/)).toBeVisible();
    await packWell(form(page)).setInputFiles(png('grande.png'));
    await expect(fileRow(form(page), 'grande.png')).toContainText('Arquivo muito grande.');
  },
);

test(
  'uploaded files survive a reload, others have to be chosen again',
  desktopOnly,
  async ({ page }) => {
    await signInAs(page, 'Recarrega');
    let dialog = await beginPack(page, 'Pacote guardado');
    await packWell(dialog).setInputFiles([png('um.png'), gif('dois.gif')]);
    await expect(dialog.getByText('2 arquivos ·')).toBeVisible();
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    await page.reload();
    dialog = form(page);
    await expect(fileRow(dialog, 'um.png')).toBeVisible();
    await expect(fileRow(dialog, 'dois.gif')).toBeVisible();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await dialog.getByText('Mídia', { exact: true }).click();
    await expect(dialog).toContainText('2 arquivos de uma tentativa anterior');
    await dialog.getByRole('button', { name: 'Usar arquivos' }).click();
    await expect(fileRow(dialog, 'um.png')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.goto('/termos?novo=servico');
    await dialog.getByText('Mídia', { exact: true }).click();
    await expect(packWell(dialog)).toBeVisible();
    await expect(dialog.getByText('tentativa anterior')).toHaveCount(0);
  },
);

test('uploads survive the renewal of the session', desktopOnly, async ({ page, allowConsole }) => {
  allowConsole(/401/);
  await signInAs(page, 'Sessão Velha');
  const dialog = await beginPack(page, 'Pacote demorado');
  await expect(packWell(dialog)).toBeVisible();
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/archives'))
      sent.push(request.headers()['authorization']);
  });
  const ended = await page.evaluate(() => {
    const [head, , sign] = (localStorage.getItem('accessToken') ?? '').split('.');
    const token = `${head}.${btoa(JSON.stringify({ exp: 1_000_000_000 }))}.${sign}`;
    localStorage.setItem('accessToken', token);
    return token;
  });
  await packWell(dialog).setInputFiles([png('um.png'), gif('dois.gif'), png('tres.png')]);
  await expect(dialog.getByText('3 arquivos ·')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expect(fileRow(dialog, 'tres.png')).toContainText('70 B');
  expect(sent).toHaveLength(3);
  expect(sent).not.toContain(`Bearer ${ended}`);
});

test(
  'leaving during uploads asks for confirmation',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_/);
    const { username } = await signInAs(page, 'Sai Cedo');
    await page.goto(`/user/${username}`);
    await page.getByRole('link', { name: 'Adicionar serviço' }).first().click();
    const dialog = form(page);
    await dialog.getByText('Mídia', { exact: true }).click();
    await page.route('/api/archives', (route) =>
      route.request().method() === 'POST' ? new Promise(() => undefined) : route.continue(),
    );
    await packWell(dialog).setInputFiles([png('um.png')]);
    await expect(dialog.getByRole('progressbar', { name: 'Enviando um.png' })).toBeVisible();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Parar o envio?' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Continuar enviando' }).click();
    await expect(question).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.goBack();
    await question.getByRole('button', { name: 'Parar e sair' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(`/user/${username}`);
  },
);

test(
  'an owner edits, pauses and deletes a pack; buyers keep what they bought',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    allowConsole(/503/);
    const seller = await signInAs(page, 'Dona Da Ficha');
    const files = [png('um.png'), gif('dois.gif')];
    const serviceId = await publishPack(page.request, seller, 'Pacote antigo', files);
    const buyer = await elsewhere(browser, 'Comprou Antes');
    const payment = await order(buyer.page.request, buyer.person, serviceId, true);
    await page.goto(`/user/${seller.username}`);
    await page.getByRole('button', { name: 'Opções de Pacote antigo' }).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    const dialog = form(page);
    await expect(fileRow(dialog, 'um.png')).toBeVisible();
    await expectAccessible(page);
    let body = '';
    page.on('request', (request) => {
      if (request.method() === 'PATCH') body = request.postDataBuffer()?.toString('latin1') ?? '';
    });
    await dialog.getByLabel('Nome do serviço').fill('Pacote novo');
    await dialog.getByRole('button', { name: 'Remover um.png' }).click();
    await packWell(dialog).setInputFiles([png('tres.png')]);
    await expect(fileRow(dialog, 'tres.png')).toBeVisible();
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    await page.getByRole('button', { name: 'Salvar ficha' }).click();
    await expect(toastOf(page)).toContainText('Salva');
    expect([...body.matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'title',
      'archiveIds',
    ]);
    await expect(page.getByRole('link', { name: 'Pacote novo' })).toBeVisible();

    await page.goto(`/service/${serviceId}`);
    const message = 'Serviço temporariamente indisponível.';
    await page.route(`/api/services/${serviceId}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { error: message, message, code: 'unavailable' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Pausar' }).click();
    await expect(toastOf(page)).toContainText(message);
    await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible();
    await page.unroute(`/api/services/${serviceId}`);
    await page.getByRole('button', { name: 'Pausar' }).click();
    await expect(page.getByText('Pausada', { exact: true }).first()).toBeVisible();
    await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
    await expect(toastOf(page)).toContainText('Reativada');
    await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible();
    await page.getByRole('button', { name: 'Pausar' }).click();
    await expect(toastOf(page)).toContainText('Pausada');
    await page.getByRole('button', { name: 'Excluir' }).click();
    const question = page.getByRole('alertdialog', { name: 'Excluir esta ficha?' });
    await expect(question).toContainText('Quem já comprou mantém o que comprou');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Excluir ficha' }).click();
    await expect(page).toHaveURL(`/user/${seller.username}`);
    await expect(page.getByRole('link', { name: 'Pacote novo' })).toHaveCount(0);

    await buyer.page.goto(`/pack/${payment.id}/${serviceId}`);
    await expect(buyer.page.getByRole('heading', { level: 1 })).toHaveText('Pacote antigo');
    const tiles = buyer.page
      .getByRole('list', { name: 'Arquivos do pacote' })
      .getByRole('listitem');
    await expect(tiles).toHaveText([/um\.png/, /dois\.gif/]);
    await buyer.page.context().close();
  },
);
