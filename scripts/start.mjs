// Plain JavaScript, so that an old Node can still say what is missing.
const needed = 24;
if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `A Guilda usa o Node ${needed}, que \`npm ci\` instala junto do projeto. Rode \`npm ci\` de novo com os scripts de instalação permitidos, ou use o Node ${needed}.
`,
  );
  process.exit(1);
}
const { followNpm } = await import('./follow-npm.ts');
followNpm();
await import('./start.ts');
