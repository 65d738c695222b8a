import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailSite } from '../../../test/fixtures/data/mail-site.ts';
import { type PageRenderer, startPageWorkers } from './page-workers.ts';
import type { CallApi } from './render-page.ts';

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../../test/http/${name}`, import.meta.url));
const testInstallation = {
  calls: true,
  paymentMinutes: 60,
  startHours: 168,
  disputeAnswerHours: 48,
  feePercent: 10,
  accountAge: null,
  company: mailSite.company,
};
const serverBuild = fileOf('threaded-web-app.ts');

let pageRenderer: PageRenderer;
beforeAll(async () => {
  pageRenderer = await startPageWorkers({ serverBuild, installation: testInstallation }, 1);
});
afterAll(() => pageRenderer.close());

const noCalls: CallApi = async () => ({ status: 500, body: '' });
const renderText = async (path: string, callApi = noCalls) => {
  const renderedPage = await pageRenderer.make(new URL(path, 'https://guilda.example'), callApi);
  return { renderedPage, text: brotliDecompressSync(renderedPage.br).toString() };
};

describe('the threads that render pages', () => {
  it('return each page completely to its own request', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => `/p${index}`);
    const pages = await Promise.all(paths.map((path) => renderText(path)));
    expect(pages.map(({ text }) => text)).toEqual(
      paths.map((path) => `<!DOCTYPE html>${JSON.stringify(path)}`),
    );
    expect(pages[0]?.renderedPage).toMatchObject({ status: 200, size: 20, failures: [] });
  });

  it('call the API in the thread of the request', async () => {
    const calledPaths: unknown[] = [];
    const { text } = await renderText('/calls', async (call) => {
      calledPaths.push(call);
      return { status: 200, body: '{"services":[]}' };
    });
    expect(calledPaths).toEqual([{ method: 'GET', url: '/api/services?limit=1' }]);
    expect(text).toContain('{"services":[]}');
  });

  it('abandon a page when its API call fails unexpectedly', async () => {
    await expect(renderText('/calls', () => Promise.reject(new Error('no call')))).rejects.toThrow(
      'no call',
    );
    expect((await renderText('/after')).text).toContain('/after');
  });

  it('are replaced when one ends, and only its own pages fail', async () => {
    await expect(renderText('/ends')).rejects.toThrow('has ended');
    expect((await renderText('/after')).text).toContain('/after');
  });

  it('do not start without a build', async () => {
    const missingFile = fileOf('no-such-file.ts');
    await expect(
      startPageWorkers({ serverBuild: missingFile, installation: testInstallation }, 1),
    ).rejects.toThrow();
  });
});
