import { errors } from '@guilda/contract/errors';
import type { Page } from '@playwright/test';
import {
  answerAgeCheck,
  passAgeCheck,
  publishForAdults,
  signInAdultSeller,
} from '../../support/adults.ts';
import { buyWithoutDiscord, publishService } from '../../support/market.ts';
import {
  asPerson,
  freshEmail,
  signInAs,
  signInOverApi,
  signInThroughPopup,
} from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, phoneOnly, test } from '../../support/test.ts';

const ageGateHeading = (page: Page) => page.getByRole('heading', { name: 'Só para maiores de 18' });
const serviceCard = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title }) });
const uniqueText = (word: string) => `${word} ${crypto.randomUUID().slice(0, 6)}`;

test(
  'a visitor meets the age gate, proves their age, and buys a service for adults',
  phoneOnly,
  async ({ page }) => {
    const seller = await signInAdultSeller(page.request, 'Vende Fotos');
    const title = uniqueText('Ensaio');
    await publishForAdults(page.request, seller, title);
    const email = freshEmail('compra');
    await signInOverApi(page.request, 'Compra Fotos', email);

    await page.goto('/category/nudez');
    await expect(ageGateHeading(page)).toBeVisible();
    await expect(page.getByText('Nunca o documento nem a data de nascimento.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Verificar minha idade' }).click();
    await expect(page).toHaveURL('/login');
    await signInThroughPopup(page, 'Compra Fotos', email);
    await expect(page).toHaveURL('/category/nudez');
    await expect(ageGateHeading(page)).toBeVisible();

    await page.getByRole('button', { name: 'Verificar minha idade' }).click();
    await expect(page.getByRole('heading', { name: 'Confirme sua idade' })).toBeVisible();
    await expectAccessible(page);
    await answerAgeCheck(page, 'aprovação (18+)');
    await expect(page).toHaveURL('/category/nudez');

    const card = serviceCard(page, title);
    await expect(card.getByRole('button', { name: 'Conteúdo +18' })).toBeVisible();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Conteúdo +18' }).click();
    await expect(card.getByRole('button', { name: 'Conteúdo +18' })).toBeHidden();
    await card.getByRole('link', { name: title }).click();

    const revealButton = page
      .getByTestId('service-picture')
      .getByRole('button', { name: 'Conteúdo +18' });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectAccessible(page);
    await revealButton.click();
    const picture = page.getByRole('img', { name: `Imagem do serviço ${title}` });
    await expect(picture).toBeVisible();
    // The promise rejects when a picture could not be loaded.
    await picture.evaluate((image: HTMLImageElement) => image.decode());

    await buyWithoutDiscord(page);
    await expect(page).toHaveURL(/\/success\?payment=/);
    await expect(page.getByRole('main').getByText(title)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Conteúdo +18' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/sales?aba=compras');
    await expect(page.getByText(title).first()).toBeVisible();
  },
);

test(
  'a person whose age check was declined tries again, continues an open check, and returns to the page they came from',
  desktopOnly,
  async ({ page, allowConsole }) => {
    // 403: the server renders pages without knowing the session, so it refuses the document of a page for adults. 503:
    // the test makes the first start of an age check fail.
    allowConsole(/403|503/);
    const seller = await signInAdultSeller(page.request, 'Vende Cartas');
    const title = uniqueText('Leitura');
    const { id } = await publishForAdults(page.request, seller, title);
    const person = await signInAs(page, 'Tenta de Novo');
    const answer = await page.goto(`/service/${id}?de=zap`);
    expect(answer?.status()).toBe(403);
    await expect(ageGateHeading(page)).toBeVisible();
    await expect(page.getByText(title)).toHaveCount(0);

    await page.route('**/api/age/verification', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const { status, text: error } = errors.age_check_unavailable;
      const body = { error, message: error, code: 'age_check_unavailable', requestId: 'x' };
      await route.fulfill({ status, json: body });
    });
    await page.getByRole('button', { name: 'Verificar minha idade' }).click();
    await expect(page.getByText('A verificação de idade está indisponível')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/age/verification');

    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await answerAgeCheck(page, 'recusa');
    await expect(page).toHaveURL(`/service/${id}?de=zap`);
    await expect(
      page.getByText('Não foi possível confirmar que você tem 18 anos ou mais.'),
    ).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('link', { name: 'Voltar para a Guilda sem verificar' }).click();
    await expect(page).toHaveURL(`/service/${id}?de=zap`);
    await expect(page.getByText('Sua verificação está aberta.')).toBeVisible();
    await passAgeCheck(page.request, person);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.goto('/user/settings');
    await expect(page.getByText(/18 anos ou mais, verificada até \d\d\/\d\d\/\d{4}/)).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'no page for visitors contains anything of a service for adults',
  desktopOnly,
  async ({ request }) => {
    const seller = await signInAdultSeller(request, 'Vende Segredo');
    const word = `xilofonaria${crypto.randomUUID().slice(0, 6)}`;
    const { id } = await publishForAdults(request, seller, `Fotos ${word}`);
    const openService = await publishService(request, seller, { title: `Aula ${word.slice(-6)}` });
    const listResponse = await request.get('/api/services?category=nudez', {
      headers: asPerson(seller),
    });
    const { services } = await listResponse.json();
    const picture = services
      .find((service: { id: string }) => service.id === id)
      .photoURL.split('/')[3];

    const paths = [
      '/',
      '/category/nudez',
      '/category/nudez?sort=price_asc',
      '/category/valorant',
      `/search?q=${word}`,
      `/search/services?q=${word}`,
      '/search/services?category=nudez',
      `/search/services?q=${word.slice(0, 8)}&sort=recent`,
      `/search/users?q=${seller.username}`,
      `/user/${seller.username}`,
      `/service/${id}`,
      `/service/${openService.id}`,
      '/login',
      '/robots.txt',
      '/sitemap.xml',
    ];
    // Addresses that client-side navigation requests instead of the pages themselves.
    const dataPaths = paths.map((path) =>
      path.replace(/(?=\?|$)/, path === '/' ? '_root.data' : '.data'),
    );
    let receivedText = '';
    for (const path of [...paths, ...dataPaths]) {
      const text = await (await request.get(path)).text();
      const decodedPath = decodeURIComponent(path);
      for (const secret of [word, id, picture].filter((text) => !decodedPath.includes(text)))
        expect(text, `${secret} at ${path}`).not.toContain(secret);
      expect(text, path).not.toContain(`Fotos ${word}`);
      receivedText += text;
    }
    expect(receivedText).toContain(openService.id);
  },
);
