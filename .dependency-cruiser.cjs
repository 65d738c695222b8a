/** The directions of docs/architecture.md: web → contract ← server, modules through their index only. */
const inModule = '^packages/server/src/modules/([^/]+)/';
/** Tests, and the fakes and fixtures that only tests may import. */
const testCode =
  '(^packages/[^/]+/test/|\\.test\\.tsx?$|/(fake-[^/]+|[^/]*fixture[^/]*)(/|\\.tsx?$))';
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
      name: 'design-embedded-postgres-and-media-metadata-stand-alone',
      severity: 'error',
      from: {
        path: '^packages/(design|embedded-postgres|media-metadata)/',
        pathNot: '(\\.test\\.ts$|/test/)',
      },
      to: { path: '^(packages/(?!$1/)|bench/|scripts/)' },
    },
    {
      name: 'embedded-postgres-is-loaded-on-demand',
      comment: 'Production images do not carry the package.',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^packages/embedded-postgres/',
        dependencyTypesNot: ['dynamic-import', 'type-only', 'type-import'],
      },
    },
    {
      name: 'sandboxes-know-ports-and-platform-only',
      severity: 'error',
      from: { path: '^packages/sandboxes/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages/(web|e2e|server/(?!src/(ports|platform)/))|bench/|scripts/)' },
    },
    {
      name: 'sandboxes-are-for-demo-mode',
      comment: 'Production images do not carry the package.',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: '(^packages/server/src/(demo/|composition/demo-services)|\\.test\\.ts$)',
      },
      to: { path: '^packages/sandboxes/' },
    },
    {
      name: 'demo-mode-is-loaded-on-demand',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: '(^packages/server/src/(demo/|composition/demo-services)|\\.test\\.ts$)',
      },
      to: {
        path: '^packages/server/src/(composition/demo-services|demo/seed)',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
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
      name: 'only-composition-takes-modules',
      comment: "A module's module.ts is for composition; other modules use its index.ts.",
      severity: 'error',
      from: { pathNot: '^packages/server/src/composition/' },
      to: { path: '^packages/server/src/modules/[^/]+/module\\.ts$' },
    },
    {
      name: 'modules-know-ports-and-platform-only',
      severity: 'error',
      from: { path: '^packages/server/src/modules/' },
      to: { path: '^packages/server/src/(adapters/|composition/|start/|demo/|config)' },
    },
    {
      name: 'platform-and-ports-know-no-module',
      severity: 'error',
      from: { path: '^packages/server/src/(platform|ports)/' },
      to: { path: '^packages/server/src/(modules|adapters|composition|demo)/' },
    },
    {
      name: 'adapters-know-no-module',
      severity: 'error',
      from: { path: '^packages/server/src/adapters/([^/]+)/' },
      to: {
        path: '^packages/server/src/(modules/|demo/|composition/|start/|adapters/(?!$1/))',
      },
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
      comment: 'Fakes and fixtures count as tests, wherever they are.',
      from: { path: '^packages/[^/]+/(src|app)/', pathNot: testCode },
      to: { path: testCode },
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
