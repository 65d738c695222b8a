import type { Database } from '../../platform/database/pool.ts';
import { type DownloadedFile, recordDownloads } from './download-store.ts';

export interface DownloadCounter {
  /** Counts one view or download; resolves once it is stored, and rejects when it cannot be. */
  count(file: DownloadedFile): Promise<void>;
}

/** Downloads of one file that the next statement stores together. */
interface NextDownloads {
  count: number;
  readonly stored: Promise<void>;
}

/**
 * Counts downloads with at most one statement at a time for each file, because all of them update the same row. Those
 * that arrive meanwhile share the next statement, so that one buyer cannot hold more than one connection for a file.
 */
export function createDownloadCounter({ db }: Pick<Database, 'db'>): DownloadCounter {
  const nextDownloads = new Map<string, NextDownloads>();
  const runningStatements = new Map<string, Promise<void>>();

  async function storeNext(key: string, file: DownloadedFile): Promise<void> {
    // A failure of the statement before is reported to those whose downloads it stored.
    await runningStatements.get(key)?.catch(() => undefined);
    const count = nextDownloads.get(key)?.count ?? 1;
    nextDownloads.delete(key);
    const statement = recordDownloads(db, file, count).finally(() => runningStatements.delete(key));
    runningStatements.set(key, statement);
    await statement;
  }

  return {
    count(file) {
      const key = `${file.orderId} ${file.archiveId} ${file.kind}`;
      const waitingDownloads = nextDownloads.get(key);
      if (waitingDownloads) {
        waitingDownloads.count += 1;
        return waitingDownloads.stored;
      }
      const stored = storeNext(key, file);
      nextDownloads.set(key, { count: 1, stored });
      return stored;
    },
  };
}
