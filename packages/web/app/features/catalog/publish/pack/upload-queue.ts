import { limits } from '@guilda/contract/limits';
import type { Archive } from '@guilda/contract/packs';

export type UploadState =
  | { readonly phase: 'waiting' }
  /** `share` is the uploaded part of the file, 0 to 1. */
  | { readonly phase: 'sending'; readonly share: number }
  /** Stored. `kept` belongs to the service already, so removing it from the list deletes nothing. */
  | { readonly phase: 'sent'; readonly archive: Archive; readonly kept: boolean }
  /** Did not arrive; another try may do. */
  | { readonly phase: 'failed'; readonly message: string }
  /** Can never be part of a pack. */
  | { readonly phase: 'refused'; readonly message: string };

/** A file of a pack with the state of its upload. */
export interface UploadItem {
  readonly key: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly state: UploadState;
}

export interface UploadQueueDeps {
  /** Sends one file; rejects with why it did not arrive. */
  send(
    file: File,
    options: { onProgress(share: number): void; signal: AbortSignal },
  ): Promise<Archive>;
  /** Throws a stored file away that no service has taken. */
  discard(archive: Archive): void;
  /** Why a chosen file cannot be part of a pack, or null. */
  problem(file: File): string | null;
  /** The text of a failure, and whether a retry cannot succeed. */
  explain(error: unknown): { message: string; final: boolean };
}

/** Maximum number of simultaneous uploads. */
const MAX_PARALLEL_UPLOADS = 2;

const isCounted = ({ state }: UploadItem) => state.phase !== 'refused';
const isUnfinished = ({ state }: UploadItem) =>
  state.phase === 'waiting' || state.phase === 'sending';

/** Files of a pack that is being put together, each sent on its own, in the order they will have. */
export class UploadQueue {
  readonly #deps: UploadQueueDeps;
  readonly #files = new Map<string, File>();
  readonly #aborts = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  #items: readonly UploadItem[] = [];
  #serial = 0;

  constructor(deps: UploadQueueDeps) {
    this.#deps = deps;
  }

  /** Calls the listener on every change until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly items = (): readonly UploadItem[] => this.#items;

  /** Takes chosen files, as many as a pack has room for; answers how many found none. */
  add(chosen: readonly File[]): number {
    const made = chosen.map((file) => this.#made(file));
    let room = this.#room();
    const fits = made.filter((item) => {
      if (!isCounted(item)) return true;
      room -= 1;
      if (room < 0) this.#files.delete(item.key);
      return room >= 0;
    });
    this.#change([...this.#items, ...fits]);
    this.#pump();
    return made.length - fits.length;
  }

  /** Takes in files that are stored already, after those on the list. */
  adopt(archives: readonly Archive[], kept: boolean): void {
    const known = new Set(uploadedIds(this.#items));
    const made = archives
      .filter(({ id }) => !known.has(id))
      .map((archive): UploadItem => {
        const state = { phase: 'sent', archive, kept } as const;
        return { key: archive.id, name: archive.name, size: archive.size, state };
      });
    this.#change([...this.#items, ...made.slice(0, Math.max(0, this.#room()))]);
  }

  retry(key: string): void {
    if (this.#find(key)?.state.phase !== 'failed') return;
    this.#setState(key, { phase: 'waiting' });
    this.#pump();
  }

  /** Stops or throws away one file. */
  remove(key: string): void {
    this.#drop(key);
    this.#change(this.#items.filter((item) => item.key !== key));
    this.#pump();
  }

  /** Puts a file at a place of the order, from 0. */
  move(key: string, to: number): void {
    const item = this.#find(key);
    if (!item || to < 0 || to >= this.#items.length) return;
    const rest = this.#items.filter((other) => other !== item);
    this.#change([...rest.slice(0, to), item, ...rest.slice(to)]);
  }

  /** Aborts unfinished uploads; uploaded files stay in the queue. */
  stop(): void {
    for (const { key } of this.#items.filter(isUnfinished)) this.#drop(key);
    this.#change(this.#items.filter((item) => !isUnfinished(item)));
  }

  /** Empties the list and throws away what no service has taken. */
  clear(): void {
    for (const { key } of this.#items) this.#drop(key);
    this.#change([]);
  }

  /** Empties the list once a service has taken its files. */
  release(): void {
    this.#change([]);
  }

  #find(key: string) {
    return this.#items.find((item) => item.key === key);
  }

  #room(): number {
    return limits.archives - this.#items.filter(isCounted).length;
  }

  #change(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }

  #setState(key: string, state: UploadState): void {
    this.#change(this.#items.map((item) => (item.key === key ? { ...item, state } : item)));
  }

  #made(file: File): UploadItem {
    this.#serial += 1;
    const key = `f${this.#serial}`;
    const message = this.#deps.problem(file);
    if (message === null) this.#files.set(key, file);
    const state: UploadState =
      message === null ? { phase: 'waiting' } : { phase: 'refused', message };
    return { key, name: file.name, size: file.size, state };
  }

  #pump(): void {
    for (const { key, state } of this.#items) {
      if (this.#aborts.size >= MAX_PARALLEL_UPLOADS) return;
      const file = this.#files.get(key);
      if (state.phase === 'waiting' && file) void this.#send(key, file);
    }
  }

  async #send(key: string, file: File): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(key, abort);
    this.#setState(key, { phase: 'sending', share: 0 });
    const onProgress = (share: number) => {
      if (this.#aborts.get(key) === abort) this.#setState(key, { phase: 'sending', share });
    };
    try {
      const archive = await this.#deps.send(file, { onProgress, signal: abort.signal });
      this.#files.delete(key);
      // The file was removed from the list when its upload could not be cancelled any more.
      if (abort.signal.aborted) this.#deps.discard(archive);
      else this.#setState(key, { phase: 'sent', archive, kept: false });
    } catch (error) {
      if (abort.signal.aborted) return;
      const { message, final } = this.#deps.explain(error);
      this.#setState(key, { phase: final ? 'refused' : 'failed', message });
    } finally {
      if (this.#aborts.get(key) === abort) this.#aborts.delete(key);
      this.#pump();
    }
  }

  #drop(key: string): void {
    this.#aborts.get(key)?.abort();
    this.#aborts.delete(key);
    this.#files.delete(key);
    const state = this.#find(key)?.state;
    if (state?.phase === 'sent' && !state.kept) this.#deps.discard(state.archive);
  }
}

/** Ids of the uploaded files, in the pack's order. */
export function uploadedIds(items: readonly UploadItem[]): string[] {
  return items.flatMap(({ state }) => (state.phase === 'sent' ? [state.archive.id] : []));
}

/** Number of files whose upload is not finished. */
export function unfinishedCount(items: readonly UploadItem[]): number {
  return items.filter(isUnfinished).length;
}

export type PackReadiness = 'empty' | 'busy' | 'broken' | 'ready';

/** Whether a pack can be published in its current state. */
export function packReadiness(items: readonly UploadItem[]): PackReadiness {
  if (items.some(isUnfinished)) return 'busy';
  const phases = new Set(items.map(({ state }) => state.phase));
  if (phases.has('failed') || (phases.has('refused') && phases.has('sent'))) return 'broken';
  return phases.has('sent') ? 'ready' : 'empty';
}
