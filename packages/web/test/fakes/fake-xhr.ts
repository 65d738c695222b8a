import { responseTo, type SentRequest } from './api-handlers.ts';

type ProgressListener = ((event: ProgressEvent) => void) | null;

/** A fake `XMLHttpRequest` that the fake API answers; the whole body counts as sent at once. */
export class FakeXhr {
  upload: { onprogress: ProgressListener; onload: ProgressListener } = {
    onprogress: null,
    onload: null,
  };
  onload: ProgressListener = null;
  onerror: ProgressListener = null;
  onabort: ProgressListener = null;
  onloadend: ProgressListener = null;
  status = 0;
  responseText = '';
  private method = 'GET';
  private url = '';
  private readonly headers = new Headers();
  private aborted = false;

  open(method: string, url: string): void {
    this.method = method;
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    this.onabort?.(new ProgressEvent('abort'));
    this.onloadend?.(new ProgressEvent('loadend'));
  }

  send(body: FormData | null): void {
    const { pathname, searchParams } = new URL(this.url, window.location.href);
    const { method, headers } = this;
    void this.answer({ method, path: pathname, query: searchParams, headers, body });
  }

  private async answer(request: SentRequest): Promise<void> {
    // Events are dispatched later, so that all listeners are set before the first one.
    await Promise.resolve();
    const progressEvent = { lengthComputable: true, loaded: 1, total: 1 };
    this.upload.onprogress?.(new ProgressEvent('progress', progressEvent));
    this.upload.onload?.(new ProgressEvent('load', progressEvent));
    const answer = await responseTo(request).catch(() => null);
    if (this.aborted) return;
    if (answer) {
      this.status = answer.status;
      this.responseText = answer.body === undefined ? '' : JSON.stringify(answer.body);
      this.onload?.(new ProgressEvent('load'));
    } else this.onerror?.(new ProgressEvent('error'));
    this.onloadend?.(new ProgressEvent('loadend'));
  }
}
