import { randomUUID } from 'node:crypto';
import type { TestApp, TestPerson } from '../../fixtures/server/test-app.ts';

/** A value of the test data and the people whose exports contain it; no other export may. */
export interface MarkedValue {
  readonly value: string;
  readonly readers: readonly TestPerson[];
}

export type MarkedColumns = Readonly<Record<string, unknown>>;

/** Creates test data from unique column values, and records which exports must contain each value. */
export interface MarkedValues {
  readonly app: TestApp;
  readonly marks: MarkedValue[];
  /** Creates a unique value that the exports of these people must contain. */
  mark(name: string, ...readers: TestPerson[]): string;
  /** Records an existing value, which the exports of these people and no others must contain; returns the value. */
  markValue(value: string, ...readers: TestPerson[]): string;
  insert(table: string, row: MarkedColumns): Promise<void>;
  update(table: string, key: MarkedColumns, row: MarkedColumns): Promise<void>;
}

export function createMarkedValues(app: TestApp): MarkedValues {
  const marks: MarkedValue[] = [];
  const markValue = (value: string, ...readers: TestPerson[]) => {
    marks.push({ value, readers });
    return value;
  };
  return {
    app,
    marks,
    markValue,
    mark: (name, ...readers) => markValue(`${name}-${randomUUID().slice(0, 13)}`, ...readers),
    insert: async (table, row) => {
      const placeholders = Object.keys(row).map((_, index) => `$${index + 1}`);
      const text = `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${placeholders})`;
      await app.pool.query(text, Object.values(row));
    },
    update: async (table, key, row) => {
      const formatAssignments = (columns: MarkedColumns, firstNumber: number, separator: string) =>
        Object.keys(columns)
          .map((name, index) => `${name} = $${firstNumber + index}`)
          .join(separator);
      const condition = formatAssignments(key, Object.keys(row).length + 1, ' AND ');
      const text = `UPDATE ${table} SET ${formatAssignments(row, 1, ', ')} WHERE ${condition}`;
      await app.pool.query(text, [...Object.values(row), ...Object.values(key)]);
    },
  };
}

/** A time before every test run. */
export const pastTime = new Date('2026-11-01T12:00:00Z');
