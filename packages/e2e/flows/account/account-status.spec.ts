import type { APIRequestContext, Page } from '@playwright/test';
import { publishService } from '../../support/market.ts';
import {
  asPerson,
  type SignedInPerson,
  signInOverApi,
  storeSession,
  TEAM_EMAIL,
} from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../../support/test.ts';

const SUSPENSION_REASON = 'Combinou pagamento por fora da Guilda.';

/** Takes a moderation action of the team against a person, by the API alone. */
async function moderatePerson(
  request: APIRequestContext,
  moderatedPerson: SignedInPerson,
  action: string,
): Promise<void> {
  const admin = await signInOverApi(request, 'Equipe', TEAM_EMAIL);
  const data = {
    action,
    subject: { kind: 'user', id: moderatedPerson.uid },
    reason: SUSPENSION_REASON,
  };
  const answer = await request.post('/api/admin/actions', { headers: asPerson(admin), data });
  expect(answer.status(), await answer.text()).toBe(204);
}

const suspendedHeading = (page: Page) =>
  page.getByRole('heading', { name: 'Sua conta está suspensa' });

const regionNamed = (page: Page, name: string) => page.getByRole('region', { name });

test('a service is reported and followed in the settings', desktopOnly, async ({ page }) => {
  const seller = await signInOverApi(page.request, 'Vende Estranho');
  const service = await publishService(page.request, seller, { title: 'Conta pronta' });
  await storeSession(page, await signInOverApi(page.request, 'Quem Denuncia'));
  await page.goto(`/service/${service.id}`);
  await page.getByRole('button', { name: 'Denunciar serviço' }).click();
  const dialog = page.getByRole('dialog', { name: 'Denunciar serviço de Vende Estranho' });
  await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(dialog.getByText('Título da denúncia obrigatório')).toBeVisible();
  await dialog.getByLabel('Título').fill('Vende conta alheia');
  await dialog.getByLabel('Descrição').fill('O anúncio oferece conta de outra pessoa.');
  await expect(dialog.getByLabel('Envolve alguém menor de 18 anos')).not.toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(toastOf(page)).toContainText('Denúncia enviada');
  // Under the mouse the toast stays.
  await toastOf(page).hover();
  await toastOf(page).getByRole('button', { name: 'Acompanhar' }).click();
  const casesRegion = regionNamed(page, 'Denúncias e suporte');
  await expect(casesRegion).toBeInViewport();
  await expect(casesRegion.getByText('Vende conta alheia')).toBeVisible();
  await expect(casesRegion.getByText(/DEN-\d{4}/)).toBeVisible();
  await expect(casesRegion.getByText('A equipe recebeu')).toBeVisible();
  await expectAccessible(page);
});

test('a suspended person reads the reason, appeals, exports their data, and is let back in', async ({
  page,
  allowConsole,
}) => {
  // Requests of the open page are refused once the person is suspended.
  allowConsole(/403/);
  const person = await signInOverApi(page.request, 'Suspensa Agora');
  await storeSession(page, person);
  await page.goto('/community');
  await expect(page.getByRole('main')).toBeVisible();
  await moderatePerson(page.request, person, 'suspend');
  await expect(suspendedHeading(page)).toBeVisible();
  await expect(page.getByText(SUSPENSION_REASON).first()).toBeVisible();
  await expect(page.getByText('por tempo indeterminado')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Comunidade' })).toHaveCount(0);
  await page.reload();
  await expect(suspendedHeading(page)).toBeVisible();

  const decisionsRegion = regionNamed(page, 'Decisões da equipe');
  await decisionsRegion.getByRole('button', { name: 'Recorrer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recorrer da decisão' });
  await dialog.getByLabel('Por que a decisão deve mudar?').fill('Foi um mal-entendido.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enviar recurso' }).click();
  await expect(decisionsRegion.getByText('Em análise')).toBeVisible();
  await expect(decisionsRegion.getByRole('button', { name: 'Recorrer' })).toHaveCount(0);

  const dataSection = regionNamed(page, 'Seus dados');
  await dataSection.getByRole('button', { name: 'Preparar cópia dos dados' }).click();
  await expect(dataSection.getByText('Pronta', { exact: true })).toBeVisible({ timeout: 45_000 });
  const downloadPromise = page.waitForEvent('download');
  await dataSection.getByRole('button', { name: 'Baixar' }).click();
  expect((await downloadPromise).suggestedFilename()).toMatch(/\.zip$/);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'termos de uso' }).click();
  await expect(page.getByRole('heading', { name: 'Termos de uso', level: 1 })).toBeVisible();
  await page.goBack();
  await moderatePerson(page.request, person, 'lift');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
  await expect(suspendedHeading(page)).toHaveCount(0);
});
