import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillProxy } from './fill-proxy.ts';

const proxyTemplate = readFileSync(
  new URL('../../../../deploy/nginx.conf', import.meta.url),
  'utf8',
);

test('the proxy configuration names the nodes and the address, and keeps everything else', () => {
  const filledConfiguration = fillProxy(proxyTemplate, {
    listen: '127.0.0.1:9000',
    nodes: [41, 42, 43],
  });
  const servers = [...filledConfiguration.matchAll(/^ *server (127\S+) (.+);$/gm)];
  const wantedServers = ['127.0.0.1:41', '127.0.0.1:42', '127.0.0.1:43'];
  expect(servers.map(([, address]) => address)).toEqual([
    ...wantedServers,
    ...wantedServers,
    ...wantedServers,
  ]);
  const rules = servers.map(([, , rule]) => rule);
  expect(rules).toEqual(
    ['max_fails=1 fail_timeout=2s', 'backup max_fails=0', 'max_fails=0'].flatMap((rule) => [
      rule,
      rule,
      rule,
    ]),
  );
  expect(filledConfiguration).toContain('\n  listen 127.0.0.1:9000;\n');
  expect(filledConfiguration).not.toMatch(/300[12]|listen 8080/);
  const withoutAddresses = (text: string) =>
    text.replaceAll(/^ *(server 127|listen \S+;).*\n/gm, '');
  expect(withoutAddresses(filledConfiguration)).toBe(withoutAddresses(proxyTemplate));
});

test('a configuration file with another structure is refused', () => {
  const changedTemplate = proxyTemplate.replace('listen 8080;', 'listen 80;');
  expect(() => fillProxy(changedTemplate, { listen: '127.0.0.1:1', nodes: [1] })).toThrow(
    'deploy/nginx',
  );
});
