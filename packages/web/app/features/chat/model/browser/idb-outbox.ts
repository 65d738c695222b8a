import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { OUTBOX_DATABASE } from '../../../../lib/session/storage.ts';
import type { Outbox } from '../ports.ts';
import type { OutgoingMessage } from '../sending/outgoing.ts';

interface OutboxSchema extends DBSchema {
  outgoing: { key: string; value: OutgoingMessage; indexes: { owner: string } };
}

type OutboxDatabase = IDBPDatabase<OutboxSchema>;

/** An outbox in IndexedDB. Its messages survive closing the tab, until the person signs out. */
export function createIdbOutbox(): Outbox {
  let databasePromise: Promise<OutboxDatabase> | null = null;
  const forgetDatabase = () => {
    databasePromise = null;
  };
  const openDatabase = (): Promise<OutboxDatabase> => {
    databasePromise ??= openDB<OutboxSchema>(OUTBOX_DATABASE, 1, {
      upgrade: (database) => {
        database.createObjectStore('outgoing', { keyPath: 'id' }).createIndex('owner', 'owner');
      },
      // Another tab wants to delete the database, because the person has signed out there.
      blocking: (_current, _wanted, event) => {
        forgetDatabase();
        (event.target as IDBDatabase).close();
      },
      terminated: forgetDatabase,
    });
    databasePromise.catch(forgetDatabase);
    return databasePromise;
  };
  return {
    list: async (owner) => (await openDatabase()).getAllFromIndex('outgoing', 'owner', owner),
    put: async (outgoing) => {
      await (await openDatabase()).put('outgoing', outgoing);
    },
    remove: async (id) => (await openDatabase()).delete('outgoing', id),
  };
}
