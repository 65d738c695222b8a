import type { Browser, Locator, Page } from '@playwright/test';
import {
  buttonNamed,
  type CallDevice,
  callButton,
  callDialog,
  callStrip,
  countSoundingTunesOn,
  type DiscordPresence,
  expectNoCall,
  installTuneCounter,
  isInCall,
  joinLink,
  placeAnsweredCall,
  placeRingingCall,
  signInForCalls,
} from '../../support/calls.ts';
import { openConversation } from '../../support/chat.ts';
import { entriesOf, openNotificationList } from '../../support/notifications.ts';
import { asPerson } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
  waitUntilOnline,
} from '../../support/test.ts';

const INVITE_LINK_PATTERN = /^https:\/\/discord\.gg\/[A-Za-z0-9-]+$/;

/** Signs in a caller and a callee, whose Discord accounts have the given presence; the callee waits on a page. */
async function openCallPages(
  browser: Browser,
  page: Page,
  [caller, callee]: readonly DiscordPresence[],
) {
  const [a, b] = await Promise.all([
    signInForCalls(browser, 'Liga Sempre', { page, discordPresence: caller ?? null }),
    signInForCalls(browser, 'Atende Logo', { discordPresence: callee ?? null }),
  ]);
  await b.page.goto('/termos');
  return { a, b };
}

test(
  'two people who are in voice channels are moved into the room, and the call ends when they leave',
  phoneOnly,
  async ({ page, browser }) => {
    const { a, b } = await openCallPages(browser, page, ['voice', 'voice']);
    await placeRingingCall(a, b);
    await expect(callDialog(a.page).getByRole('timer')).toHaveText(/^00:\d\d$/);
    await Promise.all([a, b].map(({ page }) => expectAccessible(page)));
    await buttonNamed(callDialog(b.page), 'Atender').click();
    for (const { page } of [a, b]) {
      await expect(callDialog(page)).toContainText('Sala pronta');
      await expect(callDialog(page)).toContainText(
        'Vocês foram movidos automaticamente para a sala.',
      );
      await expect(joinLink(callDialog(page))).toHaveCount(0);
    }
    await expectAccessible(page);
    expect([a, b].map(({ context }) => context.pages().length)).toEqual([1, 1]);
    await buttonNamed(callDialog(a.page), 'Encerrar').click();
    await expectNoCall(a);
    await expect.poll(() => isInCall(page.request, b.person)).toBe(false);
    // An accepted call stays on screen until the person ends it (`docs/product/calls.md`).
    await buttonNamed(callDialog(b.page), 'Encerrar').click();
    await expectNoCall(b);
  },
);

test(
  'a person who is not in a voice channel or on the server gets an invite, which opens in a new tab',
  desktopOnly,
  async ({ page, browser }) => {
    const { a, b } = await openCallPages(browser, page, ['outside', 'server']);
    await placeRingingCall(a, b);
    const pagePromises = [a, b].map(({ context }) => context.waitForEvent('page'));
    await buttonNamed(callDialog(b.page), 'Atender').click();
    const openedPages = await Promise.all(pagePromises);
    await Promise.all(openedPages.map((tab) => tab.waitForURL(INVITE_LINK_PATTERN)));
    const [invite = '', other] = openedPages.map((tab) => tab.url());
    expect(other).toBe(invite);
    for (const { page, context } of [a, b]) {
      await expect(callDialog(page)).not.toContainText('movidos');
      await expect(joinLink(callDialog(page))).toHaveAttribute('href', invite);
      const nextPagePromise = context.waitForEvent('page');
      await joinLink(callDialog(page)).click();
      expect((await nextPagePromise).url()).toBe(invite);
      expect(await (await nextPagePromise).evaluate(() => window.opener)).toBeNull();
    }
  },
);

test(
  'a call is declined, another cancelled, a third ended by a block',
  desktopOnly,
  async ({ page, browser }) => {
    const { a, b } = await openCallPages(browser, page, ['server', 'server']);
    await placeRingingCall(a, b);
    await buttonNamed(callDialog(b.page), 'Recusar').click();
    await expect(toastOf(page)).toContainText('Ligação recusada');
    await expect(toastOf(page)).toContainText('Atende Logo não pode atender agora.');
    await expectNoCall(a, b);

    await openConversation(page, b.person, '/community');
    await callButton(page, b.person).click();
    await expect(callDialog(b.page, a.person)).toBeVisible();
    await buttonNamed(callDialog(page, b.person), 'Cancelar').click();
    await expectNoCall(a, b);
    expect(await isInCall(page.request, a.person)).toBe(false);
    await expect(b.page.locator('[data-ui="toast"]')).toHaveCount(0);

    await callButton(page, b.person).click();
    await expect(callDialog(b.page, a.person)).toBeVisible();
    const headers = asPerson(b.person);
    const blockResponse = await page.request.put(`/api/users/${a.person.uid}/block`, { headers });
    expect(blockResponse.status()).toBe(204);
    await expectNoCall(a, b);
  },
);

/** Counts the tunes of a page and clicks on it, because a page is silent before the first user gesture. */
async function listenToTunes({ page, context }: CallDevice) {
  await installTuneCounter(context);
  await page.goto('/termos');
  await page.getByRole('heading', { level: 1 }).first().click();
}

test(
  'a call that nobody answers rings until it counts as missed',
  desktopOnly,
  async ({ page, browser }) => {
    const { a, b } = await openCallPages(browser, page, ['server', 'server']);
    for (const device of [a, b]) await listenToTunes(device);
    await placeRingingCall(a, b);
    for (const { page } of [a, b]) await expect.poll(() => countSoundingTunesOn(page)).toBe(1);
    await buttonNamed(callDialog(b.page), 'Silenciar toque').click();
    await expect.poll(() => countSoundingTunesOn(b.page)).toBe(0);
    await buttonNamed(callDialog(b.page), 'Silenciar toque').click();
    await expect.poll(() => countSoundingTunesOn(b.page)).toBe(1);
    await expect(toastOf(page)).toContainText('Atende Logo não atendeu.', { timeout: 120_000 });
    await expectNoCall(a, b);
    for (const { page } of [a, b]) await expect.poll(() => countSoundingTunesOn(page)).toBe(0);
    await openNotificationList(b.page);
    await expect(entriesOf(b.page)).toContainText([/Ligação perdida/]);
    await expect(entriesOf(b.page)).toContainText([/Liga Sempre/]);
  },
);

/** Number of running animations in the dialog of a call. */
const countAnimations = (dialog: Locator) =>
  dialog.evaluate((sheet) => {
    const animations = sheet.getAnimations({ subtree: true });
    return animations.filter(({ playState }) => playState === 'running').length;
  });

test(
  'opening the room is animated, except for people who prefer reduced motion',
  desktopOnly,
  async ({ page, browser }) => {
    const contextWithMotion = await browser.newContext({ reducedMotion: 'no-preference' });
    const [a, b] = await Promise.all([
      signInForCalls(browser, 'Gosta de Festa', {
        page: await contextWithMotion.newPage(),
        discordPresence: 'voice',
      }),
      signInForCalls(browser, 'Prefere Calma', { page, discordPresence: 'voice' }),
    ]);
    await page.goto('/community');
    await placeRingingCall(a, b);
    await expect.poll(() => countAnimations(callDialog(a.page))).toBeGreaterThan(0);
    await expect.poll(() => countAnimations(callDialog(page))).toBe(0);
    // The confetti is on screen for three seconds only.
    const confetti = callDialog(a.page).getByTestId('confetti').locator('i').first();
    const confettiShown = confetti.waitFor();
    await buttonNamed(callDialog(page), 'Atender').click();
    await confettiShown;
    await expect(callDialog(page)).toContainText('Sala pronta');
    await expect(callDialog(page).getByTestId('confetti').locator('i').first()).toBeHidden();
    for (const device of [a, b])
      await expect(callDialog(device.page).getByTestId('confetti')).toHaveCount(0);
  },
);

test(
  'while the call screen is minimized, the site can be used',
  phoneOnly,
  async ({ page, browser }) => {
    const { a, b } = await openCallPages(browser, page, ['voice', 'voice']);
    await placeAnsweredCall(a, b);
    await buttonNamed(callDialog(page), 'Minimizar').click();
    const collapsedCall = callStrip(page, b.person);
    await expect(collapsedCall.getByRole('timer')).toHaveText(/^00:\d\d$/);
    await expect(callDialog(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('navigation', { name: 'Atalhos' }).getByText('Comunidade').tap();
    await expect(page).toHaveURL('/community');
    await expect(collapsedCall).toBeVisible();
    await collapsedCall.getByRole('button', { name: 'Abrir a ligação com Atende Logo' }).tap();
    await expect(callDialog(page)).toContainText('Sala pronta');
    await buttonNamed(callDialog(page), 'Minimizar').tap();
    await buttonNamed(collapsedCall, 'Encerrar').tap();
    await expectNoCall(a);
    await expect.poll(() => isInCall(page.request, b.person)).toBe(false);
  },
);

/** Presses a key until an element has disappeared, because a dialog ignores keys while it is appearing. */
const pressUntilGone = (page: Page, key: string, target: Locator) =>
  expect(async () => {
    if (await target.isVisible()) await page.keyboard.press(key);
    await expect(target).toBeHidden({ timeout: 1_000 });
  }).toPass();

test(
  'a call can be placed, answered and ended by keyboard',
  desktopOnly,
  async ({ page, browser }) => {
    const { a, b } = await openCallPages(browser, page, ['server', 'server']);
    await page.goto(`/user/${b.person.username}`);
    await waitUntilOnline(page);
    await callButton(page, b.person).press('Enter');
    await expect(buttonNamed(callDialog(page), 'Cancelar')).toBeFocused();
    const answerButton = buttonNamed(callDialog(b.page), 'Atender');
    await expect(answerButton).toBeFocused();
    await b.page.keyboard.press('Escape');
    await expect(answerButton).toBeVisible();
    // Tab is pressed more often than there are buttons, to check that the focus stays inside the dialog.
    for (let n = 0; n < 5; n += 1) {
      await b.page.keyboard.press('Tab');
      await expect(callDialog(b.page).locator(':focus')).toHaveCount(1);
    }
    await answerButton.focus();
    await pressUntilGone(b.page, 'Enter', callDialog(b.page).getByText('Chamada recebida'));
    for (const { page } of [a, b]) {
      await expect(joinLink(callDialog(page))).toBeFocused();
      await page.keyboard.press('Escape');
    }
    for (const [{ page }, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const collapsedCall = callStrip(page, other.person);
      await collapsedCall.getByRole('button', { name: /^Abrir a ligação/ }).press('Enter');
      await expect(joinLink(callDialog(page))).toBeFocused();
      await buttonNamed(callDialog(page), 'Encerrar').focus();
      await pressUntilGone(page, 'Space', callDialog(page));
      await expectNoCall({ page });
    }
  },
);
