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
  let opening: Promise<OutboxDatabase> | null = null;
  const forgetDatabase = () => {
    opening = null;
  };
  const open = (): Promise<OutboxDatabase> => {
    opening ??= openDB<OutboxSchema>(OUTBOX_DATABASE, 1, {
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
    opening.catch(forgetDatabase);
    return opening;
  };
  return {
    list: async (owner) => (await open()).getAllFromIndex('outgoing', 'owner', owner),
    put: async (outgoing) => {
      await (await open()).put('outgoing', outgoing);
    },
    remove: async (id) => (await open()).delete('outgoing', id),
  };
}
