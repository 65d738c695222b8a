import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LazyAnalyticsTracker } from '../../app/features/analytics/index.ts';
import { LazyConsentBanner } from '../../app/features/consent/index.ts';
import { trackEvent } from '../../app/lib/telemetry/track.ts';
import { requestsTo } from '../fakes/api-handlers.ts';
import { disposePage, renderPage } from '../fixtures/render-page.tsx';

const renderWithBanner = (
  <>
    <LazyConsentBanner />
    <LazyAnalyticsTracker />
  </>
);

const queryQuestion = () => screen.queryByRole('region', { name: 'Podemos contar sua visita?' });

/** Tracks an analytics event and simulates that the page is being closed, which sends waiting events. */
function leavePage() {
  trackEvent({ name: 'search', in: 'all' });
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
}

const forgetConsent = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as a browser without an answer
  document.cookie = 'guilda_consent=; Path=/; Max-Age=0';
};
afterEach(forgetConsent);

it('no analytics event is sent before the consent banner is answered, nor after a refusal', async () => {
  forgetConsent();
  const { person } = renderPage(renderWithBanner);
  await screen.findByRole('region', { name: 'Podemos contar sua visita?' });
  leavePage();
  await person.click(screen.getByRole('button', { name: 'Recusar' }));
  await waitFor(() => expect(queryQuestion()).toBeNull());
  expect(document.cookie).toContain('guilda_consent=refused');
  leavePage();
  cleanup();
  disposePage();
  renderPage(renderWithBanner, { address: '/community' });
  leavePage();
  expect(queryQuestion()).toBeNull();
  expect(requestsTo('POST /api/analytics/events')).toHaveLength(0);
  expect(requestsTo('GET /api/analytics/config')).toHaveLength(0);
});
