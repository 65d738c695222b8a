import { answerAgeCheck } from '../../support/adults.ts';
import { pictureFile } from '../../support/market.ts';
import { signInAs } from '../../support/people.ts';
import {
  openPostPanel,
  photoInput,
  publishButton,
  sendPostButton,
  storedPostDraft,
} from '../../support/post-panel.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../../support/test.ts';

const RECOVERED_DRAFT_TEXT = 'Rascunho recuperado';

test(
  'typed text survives a crash and an age check, the photo does not',
  desktopOnly,
  async ({ page, context }) => {
    await signInAs(page, 'Perde a Aba');
    const panel = await openPostPanel(page);
    await panel.getByLabel('Título').fill('Terminei a base');
    await panel.getByLabel('Descrição').fill('Três noites.');
    await panel.getByLabel('Hashtags').fill('base');
    await photoInput(page).setInputFiles(pictureFile);
    await expect.poll(() => storedPostDraft(page)).toContain('"hadPhoto":true');
    // The tab is closed without an unload event, as in a crash.
    await page.close({ runBeforeUnload: false });
    const later = await context.newPage();
    const found = await openPostPanel(later);
    await expect(found.getByText(RECOVERED_DRAFT_TEXT)).toBeVisible();
    await expect(found.getByText('A foto não fica no rascunho.')).toBeVisible();
    await expect(found.getByLabel('Título')).toHaveValue('Terminei a base');
    await expect(found.getByLabel('Descrição')).toHaveValue('Três noites.');
    await expect(found.getByLabel('Hashtags')).toHaveValue('base');
    const mark = found.getByRole('switch', { name: 'Conteúdo sensível' });
    await expect(mark).toBeDisabled();
    await expectAccessible(later);
    await photoInput(later).setInputFiles(pictureFile);
    await expect(found.getByText('A foto não fica no rascunho.')).toHaveCount(0);
    await found.getByRole('button', { name: 'Descartar' }).click();
    await expect(found.getByLabel('Título')).toHaveValue('');
    await expect(found.getByLabel('Título')).toBeFocused();
    await expect(found.getByText('Solte a imagem aqui')).toBeVisible();
    await expect(found.getByText(RECOVERED_DRAFT_TEXT)).toHaveCount(0);
    expect(await storedPostDraft(later)).toBeNull();

    // The page is left before the delay for storing the draft is over; leaving stores it.
    await found.getByLabel('Título').fill('Guardado durante a verificação');
    await later.reload();
    await expect(found.getByLabel('Título')).toHaveValue('Guardado durante a verificação');
    await found.getByRole('button', { name: 'Verificar minha idade' }).click();
    await answerAgeCheck(later, 'aprovação (18+)');
    await expect(found.getByLabel('Título')).toHaveValue('Guardado durante a verificação');
    await expect(found.getByText(RECOVERED_DRAFT_TEXT)).toBeVisible();
    await mark.click();
    await expect(mark).toBeChecked();
    const answer = later.waitForResponse('**/api/social/post/');
    await sendPostButton(later).click();
    expect((await (await answer).json()).post).toMatchObject({ sensitive: true });
    await expect(toastOf(later)).toContainText('Publicado');
  },
);

test(
  'a panel keeps its own text while another tab publishes; signing out leaves no draft',
  desktopOnly,
  async ({ page, context }) => {
    await signInAs(page, 'Duas Abas');
    const here = await openPostPanel(page);
    await here.getByLabel('Título').fill('Daqui');
    await expect.poll(() => storedPostDraft(page)).toContain('Daqui');
    const other = await context.newPage();
    const there = await openPostPanel(other);
    await expect(there.getByLabel('Título')).toHaveValue('Daqui');
    await there.getByLabel('Título').fill('De lá');
    await expect.poll(() => storedPostDraft(page)).toContain('De lá');
    await expect(here.getByLabel('Título')).toHaveValue('Daqui');
    await sendPostButton(page).click();
    await expect(here).toHaveCount(0);
    expect(await storedPostDraft(page)).toContain('De lá');
    await publishButton(page).click();
    await expect(here.getByLabel('Título')).toHaveValue('De lá');
    await sendPostButton(other).click();
    await expect(there).toHaveCount(0);
    await expect(here.getByLabel('Título')).toHaveValue('De lá');
    expect(await storedPostDraft(page)).toBeNull();

    await here.getByLabel('Título').fill('Fica para trás');
    await page.keyboard.press('Escape');
    await expect.poll(() => storedPostDraft(page)).toContain('Fica para trás');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/');
    expect(await storedPostDraft(page)).toBeNull();
  },
);
