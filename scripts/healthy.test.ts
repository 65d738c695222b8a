import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Replaces `fetch` of a process by one that prints the address and answers with success. */
const printingFetch =
  'data:text/javascript,globalThis.fetch=async(url)=>{console.log(url);return{ok:true}}';

it.each([
  [undefined, 3000],
  ['', 3000],
  [' ', 3000],
  [' 8080 ', 8080],
])('the health check with PORT %j asks port %i', (port, askedPort) => {
  const script = fileURLToPath(new URL('healthy.ts', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, ['--import', printingFetch, script], {
    env: port === undefined ? {} : { PORT: port },
    encoding: 'utf8',
  });
  expect([status, stdout.trim()]).toEqual([0, `http://127.0.0.1:${askedPort}/healthz`]);
});
