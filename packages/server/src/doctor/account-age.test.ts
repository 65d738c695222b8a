import { expect, it } from 'vitest';
import { renderFindings } from '../../test/fixtures/checks/doctor-findings.ts';
import { validateSettings } from '../config/index.ts';
import { accountAgeFindings } from './account-age.ts';

const yotiEnvironment = { AGE_PROVIDER: 'yoti', YOTI_SDK_ID: 'sdk', YOTI_API_KEY: 'key' };
const hintsFor = (env: Readonly<Record<string, string>>) =>
  renderFindings(
    accountAgeFindings(validateSettings({ NODE_ENV: 'production', ...env }).config),
  ).unseen.map((line) => /art\. \d+º?(, § \d+º)?/.exec(line)?.[0]);

it.each([
  [{}, ['art. 24']],
  [{ ACCOUNT_AGE: '16' }, ['art. 24']],
  [{ ACCOUNT_AGE: '16', ...yotiEnvironment }, ['art. 24', 'art. 9º, § 3º']],
  [{ ACCOUNT_AGE: '18', ...yotiEnvironment }, []],
])('the doctor with the settings %j mentions the articles %j', (env, articles) => {
  expect(hintsFor(env)).toEqual(articles);
});

it('the doctor does not mention the age of accounts in demo mode', () => {
  expect(hintsFor({ NODE_ENV: 'development' })).toEqual([]);
});
