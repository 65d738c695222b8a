/** Values to fill into `deploy/nginx.conf`. */
export interface ProxyValues {
  /** Address and port to listen on, such as `127.0.0.1:8080`. */
  readonly listen: string;
  /** Ports of the nodes on this machine. */
  readonly nodes: readonly number[];
}

const LISTEN = /^( *)listen 8080;$/gm;
const NODES = /^( *)server 127\.0\.0\.1:3001( [^;]+);\n *server 127\.0\.0\.1:3002\2;$/gm;
/** Number of node lists in the file. */
const LISTS = 3;

/** Number of matches. */
const countMatches = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

/**
 * Fills nodes and address into the text of `deploy/nginx.conf`.
 * @throws when the file does not have the expected form
 */
export function fillProxy(template: string, { listen, nodes }: ProxyValues): string {
  if (countMatches(template, LISTEN) !== 1 || countMatches(template, NODES) !== LISTS) {
    throw new Error('deploy/nginx.conf does not have the expected form');
  }
  return template
    .replace(LISTEN, (_, indent: string) => `${indent}listen ${listen};`)
    .replace(NODES, (_, indent: string, rules: string) =>
      nodes.map((port) => `${indent}server 127.0.0.1:${port}${rules};`).join('\n'),
    );
}
