import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { OUTBOX_DATABASE } from '../../../../lib/session/storage.ts';
import type { Outbox } from '../ports.ts';
import type { Outgoing } from '../sending/outgoing.ts';

interface Schema extends DBSchema {
  outgoing: { key: string; value: Outgoing; indexes: { owner: string } };
}

type Database = IDBPDatabase<Schema>;

/** The device's own outbox; everything in it survives a closed tab until the person signs out. */
export function idbOutbox(): Outbox {
  let opening: Promise<Database> | null = null;
  const forget = () => {
    opening = null;
  };
  const open = (): Promise<Database> => {
    opening ??= openDB<Schema>(OUTBOX_DATABASE, 1, {
      upgrade: (database) => {
        database.createObjectStore('outgoing', { keyPath: 'id' }).createIndex('owner', 'owner');
      },
      // Signed out in another tab, which wants it gone.
      blocking: (_current, _wanted, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
    opening.catch(forget);
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
