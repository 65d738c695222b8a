// Plain JavaScript, so that an old Node can still say that it is too old.
const REQUIRED_MAJOR = 24;

/**
 * The sentence for a Node that cannot run the project; null for one that can.
 * @param {string} version such as `24.1.0`
 * @returns {string | null}
 */
export function nodeProblem(version) {
  if (Number(version.split('.')[0]) >= REQUIRED_MAJOR) return null;
  return `A Guilda usa o Node ${REQUIRED_MAJOR}, e este é o ${version}. O npm traz o certo quando pode rodar scripts de instalação: npm ci --ignore-scripts=false`;
}

/** Ends the process with one sentence when this Node cannot run the project. */
export function requireNode() {
  const sentence = nodeProblem(process.versions.node);
  if (sentence === null) return;
  process.stderr.write(`\n  ${sentence}\n\n`);
  process.exit(1);
}
