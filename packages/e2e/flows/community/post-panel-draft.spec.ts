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
import { newestPostOf } from '../../support/posts.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../../support/test.ts';

const RECOVERED_DRAFT_TEXT = 'Rascunho recuperado';

test(
  'typed text survives a crash and an age check, the photo does not',
  desktopOnly,
  async ({ page, context }) => {
    const author = await signInAs(page, 'Perde a Aba');
    const panel = await openPostPanel(page);
    await panel.getByLabel('Título').fill('Terminei a base');
    await panel.getByLabel('Descrição').fill('Três noites.');
    await panel.getByLabel('Hashtags').fill('base');
    await photoInput(page).setInputFiles(pictureFile);
    await expect.poll(() => storedPostDraft(page)).toContain('"hadPhoto":true');
    // The tab is closed without an unload event, as in a crash.
    await page.close({ runBeforeUnload: false });
    const laterPage = await context.newPage();
    const recoveredPanel = await openPostPanel(laterPage);
    await expect(recoveredPanel.getByText(RECOVERED_DRAFT_TEXT)).toBeVisible();
    await expect(recoveredPanel.getByText('A foto não fica no rascunho.')).toBeVisible();
    await expect(recoveredPanel.getByLabel('Título')).toHaveValue('Terminei a base');
    await expect(recoveredPanel.getByLabel('Descrição')).toHaveValue('Três noites.');
    await expect(recoveredPanel.getByLabel('Hashtags')).toHaveValue('base');
    const sensitiveSwitch = recoveredPanel.getByRole('switch', { name: 'Conteúdo sensível' });
    await expect(sensitiveSwitch).toBeDisabled();
    await expectAccessible(laterPage);
    await photoInput(laterPage).setInputFiles(pictureFile);
    await expect(recoveredPanel.getByText('A foto não fica no rascunho.')).toHaveCount(0);
    await recoveredPanel.getByRole('button', { name: 'Descartar' }).click();
    await expect(recoveredPanel.getByLabel('Título')).toHaveValue('');
    await expect(recoveredPanel.getByLabel('Título')).toBeFocused();
    await expect(recoveredPanel.getByText('Solte a imagem aqui')).toBeVisible();
    await expect(recoveredPanel.getByText(RECOVERED_DRAFT_TEXT)).toHaveCount(0);
    expect(await storedPostDraft(laterPage)).toBeNull();

    // The draft is stored a moment after typing, but at once when the person leaves the page.
    await recoveredPanel.getByLabel('Título').fill('Guardado durante a verificação');
    await laterPage.reload();
    await expect(recoveredPanel.getByLabel('Título')).toHaveValue('Guardado durante a verificação');
    await recoveredPanel.getByRole('button', { name: 'Verificar minha idade' }).click();
    await answerAgeCheck(laterPage, 'aprovação (18+)');
    await expect(recoveredPanel.getByLabel('Título')).toHaveValue('Guardado durante a verificação');
    await expect(recoveredPanel.getByText(RECOVERED_DRAFT_TEXT)).toBeVisible();
    await sensitiveSwitch.click();
    await expect(sensitiveSwitch).toBeChecked();
    await sendPostButton(laterPage).click();
    await expect(toastOf(laterPage)).toContainText('Publicado');
    expect(await newestPostOf(laterPage.request, author)).toMatchObject({
      title: 'Guardado durante a verificação',
      sensitive: true,
    });
  },
);

test(
  'a panel keeps its own text while another tab publishes; signing out leaves no draft',
  desktopOnly,
  async ({ page, context }) => {
    await signInAs(page, 'Duas Abas');
    const panel = await openPostPanel(page);
    await panel.getByLabel('Título').fill('Daqui');
    await expect.poll(() => storedPostDraft(page)).toContain('Daqui');
    const otherTab = await context.newPage();
    const otherPanel = await openPostPanel(otherTab);
    await expect(otherPanel.getByLabel('Título')).toHaveValue('Daqui');
    await otherPanel.getByLabel('Título').fill('De lá');
    await expect.poll(() => storedPostDraft(page)).toContain('De lá');
    await expect(panel.getByLabel('Título')).toHaveValue('Daqui');
    await sendPostButton(page).click();
    await expect(toastOf(page)).toContainText('Publicado');
    await expect(panel).toHaveCount(0);
    expect(await storedPostDraft(page)).toContain('De lá');
    await publishButton(page).click();
    await expect(panel.getByLabel('Título')).toHaveValue('De lá');
    await sendPostButton(otherTab).click();
    await expect(toastOf(otherTab)).toContainText('Publicado');
    await expect(otherPanel).toHaveCount(0);
    await expect(panel.getByLabel('Título')).toHaveValue('De lá');
    await expect.poll(() => storedPostDraft(page)).toBeNull();

    await panel.getByLabel('Título').fill('Fica para trás');
    await page.keyboard.press('Escape');
    await expect.poll(() => storedPostDraft(page)).toContain('Fica para trás');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/');
    expect(await storedPostDraft(page)).toBeNull();
  },
);
