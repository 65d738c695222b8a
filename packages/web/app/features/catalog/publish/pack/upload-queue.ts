import { limits } from '@guilda/contract/limits';
import type { Archive } from '@guilda/contract/services/packs';

export type UploadState =
  | { readonly phase: 'waiting' }
  /** `share` is the uploaded part of the file, from 0 to 1. */
  | { readonly phase: 'sending'; readonly share: number }
  /**
   * The file is uploaded. `inUse`: a published service already uses it, so removing it from the list deletes nothing.
   */
  | { readonly phase: 'sent'; readonly archive: Archive; readonly inUse: boolean }
  /** The upload failed; a retry may succeed. */
  | { readonly phase: 'failed'; readonly message: string }
  /** The file can never be part of a pack, so there is no retry. */
  | { readonly phase: 'refused'; readonly message: string };

/** A file of a pack and the state of its upload. */
export interface UploadItem {
  readonly key: string;
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  readonly state: UploadState;
}

export interface UploadQueueDeps {
  /** Uploads one file; rejects when the upload failed. */
  send(
    file: File,
    options: { onProgress(share: number): void; signal: AbortSignal },
  ): Promise<Archive>;
  /** Deletes an uploaded file that no service uses. */
  discard(archive: Archive): void;
  /** Why a chosen file cannot be part of a pack; null when it can. */
  problem(file: File): string | null;
  /** The text of an error, and whether the error is final, so that a retry cannot succeed. */
  explain(error: unknown): { message: string; final: boolean };
}

/** Maximum number of uploads at the same time; further files wait. */
const MAX_PARALLEL_UPLOADS = 2;

/** Whether a file counts towards the maximum number of files in a pack; refused files do not. */
const countsTowardsLimit = ({ state }: UploadItem) => state.phase !== 'refused';
const isUnfinished = ({ state }: UploadItem) =>
  state.phase === 'waiting' || state.phase === 'sending';

/** The files of a pack that a person is putting together. Each is uploaded on its own, in the order of the pack. */
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

  /** Adds chosen files up to the maximum number of files in a pack; returns how many files were left out. */
  add(files: readonly File[]): number {
    const items = files.map((file) => this.#createItem(file));
    let room = this.#room();
    const acceptedItems = items.filter((item) => {
      if (!countsTowardsLimit(item)) return true;
      room -= 1;
      if (room < 0) this.#files.delete(item.key);
      return room >= 0;
    });
    this.#change([...this.#items, ...acceptedItems]);
    this.#pump();
    return items.length - acceptedItems.length;
  }

  /** Adds files that are already uploaded to the end of the list; `inUse` is whether a service uses them. */
  adopt(archives: readonly Archive[], inUse: boolean): void {
    const knownIds = new Set(uploadedIds(this.#items));
    const items = archives
      .filter(({ id }) => !knownIds.has(id))
      .map((archive): UploadItem => {
        const state = { phase: 'sent', archive, inUse } as const;
        return { key: archive.id, name: archive.name, size: archive.size, state };
      });
    this.#change([...this.#items, ...items.slice(0, Math.max(0, this.#room()))]);
  }

  retry(key: string): void {
    if (this.#find(key)?.state.phase !== 'failed') return;
    this.#setState(key, { phase: 'waiting' });
    this.#pump();
  }

  /** Removes a file: cancels its upload, or deletes it if no service uses it. */
  remove(key: string): void {
    this.#drop(key);
    this.#change(this.#items.filter((item) => item.key !== key));
    this.#pump();
  }

  /** Moves a file to a position in the order, from 0. */
  move(key: string, toIndex: number): void {
    const item = this.#find(key);
    if (!item || toIndex < 0 || toIndex >= this.#items.length) return;
    const otherItems = this.#items.filter((other) => other !== item);
    this.#change([...otherItems.slice(0, toIndex), item, ...otherItems.slice(toIndex)]);
  }

  /** Aborts unfinished uploads; uploaded files stay in the list. */
  stop(): void {
    for (const { key } of this.#items.filter(isUnfinished)) this.#drop(key);
    this.#change(this.#items.filter((item) => !isUnfinished(item)));
  }

  /** Removes all files: cancels uploads and deletes files that no service uses. */
  clear(): void {
    for (const { key } of this.#items) this.#drop(key);
    this.#change([]);
  }

  /** Empties the list without deleting files, because a service now uses them. */
  release(): void {
    this.#change([]);
  }

  #find(key: string) {
    return this.#items.find((item) => item.key === key);
  }

  #room(): number {
    return limits.archives - this.#items.filter(countsTowardsLimit).length;
  }

  #change(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }

  #setState(key: string, state: UploadState): void {
    this.#change(this.#items.map((item) => (item.key === key ? { ...item, state } : item)));
  }

  #createItem(file: File): UploadItem {
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
      // The file was removed from the list when its upload could no longer be cancelled, so it is deleted now.
      if (abort.signal.aborted) this.#deps.discard(archive);
      else this.#setState(key, { phase: 'sent', archive, inUse: false });
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
    if (state?.phase === 'sent' && !state.inUse) this.#deps.discard(state.archive);
  }
}

/** Ids of the uploaded files, in the order of the pack. */
export function uploadedIds(uploadItems: readonly UploadItem[]): string[] {
  return uploadItems.flatMap(({ state }) => (state.phase === 'sent' ? [state.archive.id] : []));
}

/** Number of files whose upload is not finished. */
export function unfinishedCount(uploadItems: readonly UploadItem[]): number {
  return uploadItems.filter(isUnfinished).length;
}

export type PackReadiness = 'empty' | 'busy' | 'broken' | 'ready';

/** Whether a pack can be published in its current state, or why not. */
export function packReadiness(uploadItems: readonly UploadItem[]): PackReadiness {
  if (uploadItems.some(isUnfinished)) return 'busy';
  const phases = new Set(uploadItems.map(({ state }) => state.phase));
  if (phases.has('failed') || (phases.has('refused') && phases.has('sent'))) return 'broken';
  return phases.has('sent') ? 'ready' : 'empty';
}
