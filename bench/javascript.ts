import { gzipSync } from 'node:zlib';

/**
 * URLs of the scripts that a page loads without interaction: module tags, preloads and imports of its inline module.
 */
function findScriptUrls(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.js/g) ?? [])];
}

/** Measures the gzipped bytes of JavaScript that the home page loads without interaction. */
export async function measureHomeJavaScript(
  url: string,
): Promise<{ files: number; gzipBytes: number }> {
  const seen = new Set<string>();
  const waiting = findScriptUrls(await (await fetch(`${url}/`)).text()).filter(
    (path) => !path.includes('manifest-'),
  );
  let gzipBytes = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const code = await (await fetch(url + path)).text();
    gzipBytes += gzipSync(code).length;
    const imported = code.match(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g) ?? [];
    for (const statement of imported) {
      const name = /\.\/([\w.-]+\.js)/.exec(statement)?.[1];
      if (name) waiting.push(`/assets/${name}`);
    }
  }
  return { files: seen.size, gzipBytes };
}
