import type { Locator, Page } from '@playwright/test';
import { chatPanel, messageField, openConversation } from '../../support/chat.ts';
import { publishService } from '../../support/market.ts';
import { createSellerWithService, moveOrder, placeOrder } from '../../support/orders.ts';
import { type SignedInPerson, signInAs, signInOverApi } from '../../support/people.ts';
import { expect, phoneOnly, test, toastOf } from '../../support/test.ts';

const settingsSections = [
  'perfil',
  'conta',
  'privacidade',
  'bloqueios',
  'ligacoes',
  'dispositivos',
  'aparencia',
  'avisos',
  'denuncias',
  'decisoes',
  'dados',
  'excluir',
];

/** Number of px by which the page is wider than the screen. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/**
 * Buttons and links that are less than 44 px high, including borders that react to touch. Links inside a line of text
 * may be lower. The header of a post or comment is the exception: its two lines, name and time, are 24 px high each.
 */
function lowTargetsOf(page: Page) {
  return page.evaluate(() => {
    const reacts = (target: HTMLElement) => {
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      return [-21, 21].every((y) => {
        const touchedElement = document.elementFromPoint(left + width / 2, top + height / 2 + y);
        return touchedElement !== null && target.contains(touchedElement);
      });
    };
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], select, [role="switch"]',
    );
    return [...controls]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest('.srOnly, [inert]'))
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && box.height < 43.5)
      .filter(({ element, box }) => !element.closest('[data-ui="post"]') || box.height < 24)
      .filter(({ element }) => !reacts(element))
      .map(
        ({ element, box }) =>
          `${element.textContent || element.ariaLabel} ${Math.round(box.height)}`,
      );
  });
}

/** Buttons whose text is wider than the button, and buttons of the buy bar that extend beyond the screen. */
const spilledButtonsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-ui="button"]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { right } = element.getBoundingClientRect();
        const isOutside = element.closest('[data-ui="buy-bar"]') && right > window.innerWidth;
        return isOutside || element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.textContent),
  );

/** Creates an order in progress and an unpaid order of a buyer; returns the services of both orders. */
async function placeOrders(page: Page, buyer: SignedInPerson) {
  const { request } = page;
  const { seller, serviceId } = await createSellerWithService(request, 'Cabe em todo lugar');
  const order = await placeOrder(request, buyer, serviceId, true);
  await moveOrder(request, seller, order.id, 'in_progress');
  const unpaidService = await createSellerWithService(request, 'Cabe no fim', '12345.50');
  await placeOrder(request, buyer, unpaidService.serviceId, false);
  return [serviceId, unpaidService.serviceId] as const;
}

test.use({ viewport: { width: 320, height: 640 } });

test(
  'no page is wider than a small phone, and buttons are large enough for fingers',
  phoneOnly,
  async ({ page }) => {
    test.slow();
    const person = await signInAs(page, 'Tela Pequena');
    const [serviceId, unpaidServiceId] = await placeOrders(page, person);
    const paths = [
      '/',
      '/community',
      '/category/valorant',
      `/service/${serviceId}`,
      `/service/${unpaidServiceId}`,
      '/search?q=cabe',
      '/search/services?q=cabe',
      '/search/users?q=tela',
      `/user/${person.username}`,
      '/user/settings',
      ...settingsSections.map((section) => `/user/settings/${section}`),
      '/sales',
      '/sales?aba=carteira',
      '/vender',
      '/ajuda',
      '/ajuda/comprar',
      '/termos',
      '/privacidade',
      '/transparencia',
      '/teste',
    ];
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('h1')).not.toHaveCount(0);
      if (path === '/') await expect(page.getByText('Confirmar que recebi')).toBeVisible();
      expect.soft(await overflowOf(page), path).toBeLessThanOrEqual(0);
      expect.soft(await lowTargetsOf(page), path).toEqual([]);
      expect.soft(await spilledButtonsOf(page), path).toEqual([]);
    }
  },
);

test(
  'a name of 60 letters takes two lines above the seller’s services',
  phoneOnly,
  async ({ page }) => {
    const name = 'Maria Fernanda de Albuquerque Cavalcanti Vasconcelos e Silva';
    const seller = await signInOverApi(page.request, name);
    const { id } = await publishService(page.request, seller, { title: 'Aula um' });
    await publishService(page.request, seller, { title: 'Aula dois' });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/service/${id}`);
    const heading = page.getByRole('heading', { name: /^Mais serviços de Maria/ });
    const lineCount = await heading.evaluate((each) =>
      Math.round(each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight)),
    );
    expect(lineCount).toBe(2);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  },
);

/** Number of px of height that the field lacks to show its whole placeholder text. */
const hiddenHintOf = (field: Locator) =>
  field.evaluate((area: HTMLTextAreaElement) => {
    const copy = area.cloneNode() as HTMLTextAreaElement;
    copy.value = area.placeholder;
    copy.style.height = 'auto';
    copy.style.minHeight = '0';
    area.parentElement?.append(copy);
    const neededHeight = copy.scrollHeight;
    copy.remove();
    return neededHeight - area.clientHeight;
  });

/** Visible width in px of the partner's name beside the picture; 0 when the name is below it. */
const nameBesidePictureOf = (panel: Locator) =>
  panel.locator('header a').evaluate((link) => {
    const picture = link.firstElementChild?.getBoundingClientRect();
    const name = link.querySelector('bdi')?.getBoundingClientRect();
    const rightEdge = Math.min(name?.right ?? 0, link.getBoundingClientRect().right);
    return (name?.left ?? 0) < (picture?.right ?? 0) ? 0 : rightEdge - (name?.left ?? 0);
  });

test(
  'text of twice its size shows the name of the partner and the whole hint of the message field',
  phoneOnly,
  async ({ page }) => {
    const partner = await signInOverApi(page.request, 'Conversa Grande');
    await signInAs(page, 'Lê Grande');
    await openConversation(page, partner);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => hiddenHintOf(messageField(page))).toBeLessThanOrEqual(0);
      expect(await nameBesidePictureOf(chatPanel(page))).toBeGreaterThan(20);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
  },
);

/** The focused element, if it is in the page's content or footer and not in the fixed buy bar. */
const focusedContent = (page: Page) =>
  page.locator(':is(main, footer) :focus:not([data-ui="buy-bar"] *)');

const bottomEdgeOf = async (target: Locator) => {
  const targetBox = await target.boundingBox();
  return (targetBox?.y ?? 0) + (targetBox?.height ?? 0);
};

test(
  'neither toasts nor the focused element are covered by a bar',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    await page.route('**/api/discord/authorize', (route) =>
      route.fulfill({ status: 503, json: {} }),
    );
    const { serviceId } = await createSellerWithService(page.request, 'Barra livre', '45.50');
    await signInAs(page, 'Vê Tudo');
    await page.goto(`/service/${serviceId}`);
    await page.getByRole('button', { name: 'Conectar Discord' }).filter({ visible: true }).click();
    await expect(toastOf(page)).toBeVisible();
    const buyBarBox = await page.locator('[data-ui="buy-bar"]').boundingBox();
    const buyBarTop = buyBarBox?.y ?? 0;
    expect(await bottomEdgeOf(toastOf(page)), 'toast').toBeLessThanOrEqual(buyBarTop);
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      const focusedElement = focusedContent(page);
      if ((await focusedElement.count()) === 0) continue;
      expect(
        await bottomEdgeOf(focusedElement),
        await focusedElement.innerText(),
      ).toBeLessThanOrEqual(buyBarTop);
    }
  },
);

test.describe('before the consent question is answered', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the consent question takes little of the screen', phoneOnly, async ({ page }) => {
    await page.goto('/');
    const focusedBox = await page
      .getByRole('region', { name: 'Podemos contar sua visita?' })
      .boundingBox();
    expect(focusedBox?.height).toBeLessThanOrEqual(640 * 0.12);
    const buttons = page.getByRole('button', { name: /^(Recusar|Aceitar)$/ });
    for (const button of await buttons.all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});
