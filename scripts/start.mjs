// Plain JavaScript, so that an old Node can still say what is missing.
const needed = 24;
if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `Guilda runs on Node ${needed}, which \`npm ci\` installs beside the project. Run \`npm ci\` again with install scripts allowed, or use Node ${needed} yourself.\n`,
  );
  process.exit(1);
}
await import('./start.ts');
