import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadTransport } from './upload-transport.ts';

/** A fake request that the test controls. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: {
    onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void;
    onload?: () => void;
  } = {};
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open = vi.fn();
  send = vi.fn();
  constructor() {
    FakeRequest.last = this;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  progress(loaded: number, total = 100) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startUpload(signal?: AbortSignal) {
  const shares: number[] = [];
  const request = {
    method: 'POST',
    url: '/api/archives',
    headers: { a: 'b' },
    body: new FormData(),
  };
  const outcome = uploadTransport((share) => shares.push(share))({
    ...request,
    method: 'POST',
    ...(signal ? { signal } : {}),
  });
  outcome.catch(() => undefined);
  return { outcome, shares };
}

test('an upload reports its progress and returns the answer', async () => {
  const { outcome, shares } = startUpload();
  FakeRequest.last.progress(25);
  FakeRequest.last.progress(100);
  FakeRequest.last.answer(201, { archive: 1 });
  expect(await outcome).toEqual({ archive: 1 });
  expect(shares).toEqual([0.25, 1]);
  expect(FakeRequest.last.headers).toEqual({ a: 'b' });
});

test('a slow upload with progress is not aborted, and one without progress is', async () => {
  const { outcome } = startUpload();
  for (let minute = 1; minute <= 30; minute += 1) {
    vi.advanceTimersByTime(59_000);
    FakeRequest.last.progress(minute);
  }
  vi.advanceTimersByTime(60_000);
  await expect(outcome).rejects.toThrow('Sem conexão com o servidor.');
});

test('the server gets time to answer after everything was sent', async () => {
  const { outcome } = startUpload();
  FakeRequest.last.progress(100);
  vi.advanceTimersByTime(179_000);
  FakeRequest.last.answer(409, { error: 'x', message: 'x' });
  await expect(outcome).rejects.toMatchObject({ status: 409 });
});

test('an aborted upload fails with the reason', async () => {
  const abort = new AbortController();
  const { outcome } = startUpload(abort.signal);
  abort.abort('changed my mind');
  await expect(outcome).rejects.toBe('changed my mind');
  await expect(startUpload(abort.signal).outcome).rejects.toBe('changed my mind');
});
