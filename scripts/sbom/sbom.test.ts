import { readFileSync } from 'node:fs';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from 'vitest';
import { buildSbom, type PackageLock } from './sbom.ts';

const sbomProduct = {
  ...{ name: 'guilda', version: '1.2.3', builtAt: new Date('2026-11-23T12:00:00.000Z') },
  ...{ workspaces: ['packages/server'], excludedPackages: ['@types', 'prettier'] },
};

/** The fields of a bill of materials that these tests read. */
interface Sbom {
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly purl: string; readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: string[] }[];
}

const buildAndParse = (lock: PackageLock): Sbom => JSON.parse(buildSbom(lock, sbomProduct));

const packageLock: PackageLock = {
  packages: {
    '': {},
    'node_modules/@guilda/contract': { resolved: 'packages/contract', link: true },
    'packages/contract': { dependencies: { zod: '4' } },
    'packages/server': {
      dependencies: { '@guilda/contract': '1', '@scope/a': '1', b: '2' },
      optionalDependencies: { far: '1' },
    },
    'packages/server/node_modules/b': { version: '2.0.0', license: 'MIT' },
    'node_modules/@scope/a': {
      ...{ version: '1.0.0', license: '(MIT OR CC0-1.0)', dependencies: { b: '1' } },
      ...{ integrity: `sha512-${Buffer.alloc(64).toString('base64')}` },
      peerDependencies: { prettier: '3', absent: '1' },
    },
    'node_modules/b': { version: '1.0.0', license: 'No such licence' },
    'node_modules/far': { version: '1.0.0', optional: true, dependencies: { '@types/x': '1' } },
    'node_modules/@types/x': { version: '1.0.0' },
    'node_modules/prettier': { version: '3.0.0' },
    'node_modules/zod': { version: '4.0.0', license: 'MIT' },
    'node_modules/only-tests': { version: '1.0.0' },
  },
};

describe('the bill of materials of production', () => {
  it('lists all packages that are installed for production, and no others', () => {
    expect(buildAndParse(packageLock).components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/%40scope/a@1.0.0',
      'pkg:npm/b@1.0.0',
      'pkg:npm/far@1.0.0',
      'pkg:npm/zod@4.0.0',
      'pkg:npm/b@2.0.0',
    ]);
  });

  it('lists the dependencies of each package, as Node resolves them', () => {
    const dependencies = new Map(
      buildAndParse(packageLock).dependencies.map((dependency) => [
        dependency.ref,
        dependency.dependsOn,
      ]),
    );
    expect(dependencies.get('node_modules/@scope/a')).toEqual(['node_modules/b']);
    expect(dependencies.get('guilda')).toEqual([
      'node_modules/@scope/a',
      'node_modules/far',
      'node_modules/zod',
      'packages/server/node_modules/b',
    ]);
  });

  it('of this project is valid CycloneDX, and the same each time', async () => {
    const ownLock: PackageLock = JSON.parse(
      readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
    );
    const wholeProduct = {
      ...sbomProduct,
      workspaces: [
        'packages/contract',
        'packages/design',
        'packages/media-metadata',
        'packages/server',
        'packages/web',
      ],
    };
    const sbom = buildSbom(ownLock, wholeProduct);
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(sbom)).toBeNull();
    expect(await validator.validate(sbom.replace('"library"', '"no such type"'))).not.toBeNull();
    expect(buildSbom(ownLock, wholeProduct)).toBe(sbom);
    const names = (JSON.parse(sbom) as Sbom).components.map((component) => component['bom-ref']);
    expect(names).toEqual(expect.arrayContaining(['node_modules/fastify', 'node_modules/react']));
    expect(names).not.toContain('node_modules/vitest');
    expect(names.length).toBeGreaterThan(150);
  });
});
