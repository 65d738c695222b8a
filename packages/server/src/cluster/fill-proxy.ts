/** Values that replace those in `deploy/nginx.conf`. */
export interface ProxyValues {
  /** Address and port that the proxy listens on, such as `127.0.0.1:8080`. */
  readonly listen: string;
  /** Ports on which the nodes listen on this machine. */
  readonly nodes: readonly number[];
}

const listenPattern = /^( *)listen 8080;$/gm;
const nodeListPattern = /^( *)server 127\.0\.0\.1:3001( [^;]+);\n *server 127\.0\.0\.1:3002\2;$/gm;
/** Number of places in `deploy/nginx.conf` that list the nodes. */
const NODE_LIST_COUNT = 3;

/** Number of matches of `pattern` in the text. */
const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * Inserts the nodes' ports and the listening address into the text of `deploy/nginx.conf`.
 * @throws when the file does not have the expected form
 */
export function fillProxy(template: string, { listen, nodes }: ProxyValues): string {
  if (
    countMatches(template, listenPattern) !== 1 ||
    countMatches(template, nodeListPattern) !== NODE_LIST_COUNT
  ) {
    throw new Error('deploy/nginx.conf does not have the expected form');
  }
  return template
    .replace(listenPattern, (_, indent: string) => `${indent}listen ${listen};`)
    .replace(nodeListPattern, (_, indent: string, rules: string) =>
      nodes.map((port) => `${indent}server 127.0.0.1:${port}${rules};`).join('\n'),
    );
}
