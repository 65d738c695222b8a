import { afterAll, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createConfigFixture } from './config-fixture.ts';

const { home, production, problemsOf, remove } = createConfigFixture();
afterAll(remove);

const recipientKeys = production.ACCESS_RECORDS_RECIPIENTS;

it('the program starts without a public key for access records', () => {
  const { ACCESS_RECORDS_RECIPIENTS: _, ...without } = production;
  expect(readConfig(without).accessRecordRecipients).toEqual([]);
  expect(readConfig({ DATA_DIR: home }).accessRecordRecipients).toEqual([]);
});

it('the setting takes several keys, and refuses everything that is no public key', () => {
  const recipientList = `${recipientKeys}, ${recipientKeys}`;
  const { accessRecordRecipients } = readConfig({
    DATA_DIR: home,
    ACCESS_RECORDS_RECIPIENTS: recipientList,
  });
  expect(accessRecordRecipients).toEqual([recipientKeys, recipientKeys]);
  for (const wrongRecipients of [
    'age1xyz',
    `${recipientKeys}x`,
    'AGE-SECRET-KEY-1K5SZ9DC6YWEFXUKL3DK4SD2V4H2HL239X5DDZ5M0UGFGZANDLZ5SDU0XHG',
  ])
    expect(problemsOf({ ACCESS_RECORDS_RECIPIENTS: wrongRecipients })).toContain(
      'ACCESS_RECORDS_RECIPIENTS',
    );
});

it('a header with the client port needs known proxies', () => {
  const header = { CLIENT_PORT_HEADER: 'X-Client-Port' };
  expect(problemsOf(header)).toContain('CLIENT_PORT_HEADER precisa de TRUSTED_PROXIES');
  expect(problemsOf({ CLIENT_PORT_HEADER: 'X Port' })).toContain('CLIENT_PORT_HEADER');
  const config = readConfig({ DATA_DIR: home, TRUSTED_PROXIES: '127.0.0.1', ...header });
  expect(config.clientPortHeader).toBe('x-client-port');
});
