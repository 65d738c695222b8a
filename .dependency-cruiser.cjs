/** The directions of docs/architecture.md: web → contract ← server, modules through their index only. */
const inModule = '^packages/server/src/modules/([^/]+)/';
const inFeature = '^packages/web/app/features/([^/]+)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(packages/(?!contract/)|bench/|scripts/)' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^packages/server/src/' },
      to: { path: '^packages/(web|e2e)/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^packages/web/' },
      to: { path: '^packages/(server|e2e)/' },
    },
    {
      name: 'modules-meet-through-their-index',
      severity: 'error',
      from: { path: inModule },
      to: {
        path: inModule,
        pathNot: ['^packages/server/src/modules/$1/', '/modules/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'modules-know-ports-and-platform-only',
      severity: 'error',
      from: { path: '^packages/server/src/modules/' },
      to: { path: '^packages/server/src/(adapters/|compose|main|demo/|config)' },
    },
    {
      name: 'platform-and-ports-know-no-module',
      severity: 'error',
      from: { path: '^packages/server/src/(platform|ports)/' },
      to: { path: '^packages/server/src/(modules|adapters|demo)/' },
    },
    {
      name: 'adapters-know-no-module',
      severity: 'error',
      from: { path: '^packages/server/src/adapters/([^/]+)/' },
      to: { path: '^packages/server/src/(modules/|demo/|compose|main|adapters/(?!$1/))' },
    },
    {
      name: 'features-meet-through-their-index',
      severity: 'error',
      from: { path: inFeature },
      to: {
        path: inFeature,
        pathNot: ['^packages/web/app/features/$1/', '/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'ui-and-lib-know-no-domain',
      severity: 'error',
      from: { path: '^packages/web/app/(ui|lib)/' },
      to: { path: '^packages/web/app/(features|routes)/' },
    },
    {
      name: 'production-code-never-imports-tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/(src|app)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '(^packages/server/test/|\\.test\\.tsx?$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|build|\\.react-router)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
