import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '../../fixtures/server/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/server/test-database.ts';
import { seed } from '../../seed.ts';
import { simulate } from './simulate.ts';

/** Number of steps in a run of `npm test`; `npm run model` runs a million. */
const STEP_COUNT = 900;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const simulationOptions = { seed, steps: STEP_COUNT, simulations: 3, atOnce: 3, checkEvery: 300 };

it('database and model agree after every step of a simulation, whatever faults were injected', async () => {
  const result = await simulate({ ...simulationOptions, url: database.url });
  expect(result.failure).toBeNull();
  expect(result.steps).toBeGreaterThanOrEqual(STEP_COUNT);
  // The test would prove nothing if no step moved money or no fault was injected.
  expect(result.counts.rows.size).toBeGreaterThan(15);
  expect(result.counts.faults.size).toBeGreaterThan(3);
});

it('a simulation finds a change that no step made', async () => {
  const changeOrders = () =>
    withClient(database.url, async (client) => {
      await client.query('UPDATE payments SET amount_taken_back = amount_taken_back + 1');
    });
  const { failure } = await simulate({
    ...simulationOptions,
    url: database.url,
    progress: changeOrders,
  });
  expect(failure).toMatch(/no order of the steps explains/);
});
