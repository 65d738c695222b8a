import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { replaceNonceByHashes, uuidsIn } from './render-page.ts';

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

it('only inline scripts with the nonce are allowed, and no page contains the nonce', () => {
  const html = `<head><script nonce="n1">a("</scr")</script><script type="module" nonce="n1" async="">import "x"
</script><script src="/assets/a.js" nonce="n1"></script><link rel="modulepreload" nonce="n1"/></head>
<main><script>stolen()</script><script nonce="n2">guessed()</script> nonce="n1 </main>`;
  const htmlAndScripts = replaceNonceByHashes(html, 'n1');
  expect(htmlAndScripts.scripts).toEqual([hashOf('a("</scr")'), hashOf('import "x"\n')]);
  expect(htmlAndScripts.html).toContain('<script>a("</scr")</script>');
  expect(htmlAndScripts.html).toContain('<script src="/assets/a.js"></script>');
  expect(htmlAndScripts.html).toContain('<link rel="modulepreload"/>');
});

it('the content of a page is listed without duplicates', () => {
  const [one, other] = [
    '01a216d0-9756-75fd-bf68-dc596aad59e1',
    '01a216d0-8653-703f-82b3-89edaef48d98',
  ];
  expect(uuidsIn(`<a href="/service/${one}">${other}-${one}</a>`)).toEqual([one, other]);
  expect(uuidsIn('none')).toEqual([]);
});
