import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareProxy } from '../../src/cluster/proxy.ts';
import { findFreePort } from '../../src/platform/network/free-port.ts';
import { loopbackCertificate } from '../fixtures/server/loopback-certificate.ts';

const execFileAsync = promisify(execFile);
const repositoryPath = fileURLToPath(new URL('../../../../', import.meta.url));

let homeFolder: string;
beforeAll(async () => {
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-nginx-tls-'));
});
afterAll(async () => {
  await rm(homeFolder, { recursive: true, force: true });
});

/** What the command of the operators' documentation makes of `deploy/nginx.conf` for the domain `shop.example`. */
async function makeTlsConfiguration(): Promise<string> {
  const page = await readFile(join(repositoryPath, 'docs/operations.md'), 'utf8');
  const [, command = ''] = /^(sed .+ deploy\/nginx\.conf) > /m.exec(page) ?? [];
  const options = { cwd: repositoryPath, env: { ...process.env, domain: 'shop.example' } };
  return (await execFileAsync('sh', ['-c', command], options)).stdout;
}

/** The configuration with files and ports of this machine, of IPv4 alone. */
async function moveToThisMachine(configuration: string): Promise<string> {
  const { key, cert } = loopbackCertificate({ trusted: false });
  await writeFile(join(homeFolder, 'fullchain.pem'), cert);
  await writeFile(join(homeFolder, 'privkey.pem'), key);
  const ports = { 80: await findFreePort(), 443: await findFreePort() };
  return configuration
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80 ', `listen ${ports[80]} `)
    .replace('listen 443 ', `listen ${ports[443]} `)
    .replaceAll(/\/etc\/letsencrypt\/live\/shop\.example|\/var\/log\/nginx/g, homeFolder);
}

it('the documented command makes a configuration with TLS alone, which nginx accepts', async () => {
  const configuration = await makeTlsConfiguration();
  const listens = [...configuration.matchAll(/^ *listen (.+);$/gm)].map(([, address]) => address);
  expect(listens).toEqual([
    '80 default_server',
    '[::]:80 default_server',
    '443 ssl http2',
    '[::]:443 ssl http2',
  ]);
  expect(configuration).toContain('return 301 https://shop.example$request_uri;');
  expect(configuration).not.toMatch(/guilda\.example|^ *#tls/m);
  await prepareProxy(join(homeFolder, 'tls'), await moveToThisMachine(configuration));
});

it('nginx logs no addresses and no URLs, which may have tokens', async () => {
  const configuration = await makeTlsConfiguration();
  const servers = configuration.match(/^server \{/gm);
  expect(servers).toHaveLength(2);
  expect(configuration.match(/^ {2}access_log off;$/gm)).toHaveLength(2);
  expect(configuration).toMatch(/^ {2}error_log \S+ crit;$/m);
});
