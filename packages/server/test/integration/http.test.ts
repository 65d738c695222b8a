import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPng } from '../fixtures/data/pictures.ts';
import { startTestApp, type TestApp } from '../fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => app.close());

describe('every answer', () => {
  it.each(['/healthz', '/api/categories', '/api/nowhere', '/api/users/me'])(
    'carries the security headers: %s',
    async (path) => {
      const { headers } = await app.fetch(path);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  it.each(['/api/categories', '/api/users/me'])('of the API is never stored: %s', async (path) => {
    expect((await app.fetch(path)).headers.get('cache-control')).toBe('no-store');
  });

  it('of a refusal has the error format of the API', async () => {
    const response = await app.fetch('/api/nowhere');
    const body = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(404);
    expect(Object.keys(body).sort()).toEqual(['code', 'error', 'message', 'requestId']);
    expect(body['requestId']).toBe(response.headers.get('x-request-id'));
  });
});

describe('GET /healthz', () => {
  it('reports the running build', async () => {
    const answer = await app.fetch('/healthz');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { version, commit, builtAt, ...rest } = (await answer.json()) as Record<string, string>;
    expect(rest).toEqual({ status: 'ok' });
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(commit).toMatch(/^([0-9a-f]{40}(-dirty)?|unknown)$/);
    expect(new Date(builtAt ?? '').toISOString()).toBe(builtAt);
  });
});

describe('HTTP', () => {
  const sendRaw = (request: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.end(request));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
    });

  it.each([
    ['text that is no request', 'GARBAGE\r\n\r\n'],
    [
      'two lengths',
      'POST /email/send HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['a header with NUL', 'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n'],
    ['a broken escape', 'GET /api/users/%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ])('answers %s with 400', async (_, request) => {
    expect(await sendRaw(request)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('refuses a body beyond its size', async () => {
    const response = await app.fetch('/api/auth/google', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: 'x'.repeat(300_000) }),
    });
    expect(response.status).toBe(413);
  });

  it('accepts a path with and without a trailing slash', async () => {
    for (const path of ['/api/categories', '/api/categories/']) {
      expect((await app.fetch(path)).status).toBe(200);
    }
  });
});

describe('rate limits', () => {
  it('allow exactly 20 new services an hour, without counting refused ones', async () => {
    // This test has a server of its own, because another test counts the sign-ins at `app`.
    const limitedApp = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    const seller = await limitedApp.signIn('Vitrine');
    const image = new Blob([new Uint8Array(await buildPng())]);
    const completeFields = { title: 'Aula', description: 'Uma hora.', price: '1', type: 'call' };
    const publish = async (fields: Record<string, string>) => {
      const form = new FormData();
      const formFields = { ...completeFields, category: 'outros', ...fields };
      for (const [name, value] of Object.entries(formFields)) form.set(name, value);
      form.set('photoURL', image, 'a.png');
      return (await seller.fetch('/api/services/', { method: 'POST', body: form })).status;
    };
    for (let n = 0; n < 15; n += 1) expect(await publish({ title: '' })).toBe(400);
    for (let n = 0; n < 10; n += 1) expect(await publish({ category: 'nudez' })).toBe(403);
    const statuses = await Promise.all(Array.from({ length: 22 }, () => publish({})));
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await limitedApp.close();
  });

  it('allow exactly 20 sign-ins a minute from one address, whatever address its headers claim', async () => {
    const statuses: number[] = [];
    let lastResponse: Response | undefined;
    for (let i = 0; i < 21; i += 1) {
      lastResponse = await app.fetch('/api/auth/google', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${i}` },
        body: JSON.stringify({ idToken: 'x' }),
      });
      statuses.push(lastResponse.status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    expect(Number(lastResponse?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await lastResponse?.json()).toMatchObject({ code: 'rate_limited' });
  });
});

describe('the API document', () => {
  it('describes every endpoint with its refusals', async () => {
    const document = (await (await app.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    expect(document.paths['/api/payments/checkout']?.['post']?.responses).toHaveProperty('409');
  });

  it('requires the files of a form, and offers JSON only where there are none', async () => {
    const document = (await (await app.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { requestBody: { content: Record<string, object> } }>>;
    };
    const contentOf = (path: string, method: string) =>
      document.paths[path]?.[method]?.requestBody.content ?? {};
    const form = contentOf('/api/services/', 'post');
    expect(Object.keys(form)).toEqual(['multipart/form-data']);
    expect(form['multipart/form-data']).toMatchObject({
      schema: { required: expect.arrayContaining(['title', 'photoURL']) },
    });
    const profileContent = contentOf('/api/users/', 'patch');
    expect(Object.keys(profileContent)).toEqual(['application/json', 'multipart/form-data']);
    expect(profileContent['multipart/form-data']).toMatchObject({ schema: { required: [] } });
  });

  it('has a page whose script loads, also from the address without a slash at the end', async () => {
    const pageResponse = await app.fetch('/api/docs');
    expect(new URL(pageResponse.url).pathname).toBe('/api/docs/');
    const [, source = ''] = /<script src="([^"]+)"/.exec(await pageResponse.text()) ?? [];
    const scriptResponse = await fetch(new URL(source, pageResponse.url));
    expect(scriptResponse.status).toBe(200);
    expect(scriptResponse.headers.get('content-type')).toContain('javascript');
    expect(await scriptResponse.text()).toContain('createApiReference');
  });

  it('has a page on which its own script may run and no other inline script', async () => {
    const response = await app.fetch('/api/docs/');
    const page = await response.text();
    const [, code = ''] = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(page) ?? [];
    const hash = createHash('sha256').update(code).digest('base64');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(code).toContain('/api/openapi.json');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  });
});
