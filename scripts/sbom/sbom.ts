import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

/** A package of `package-lock.json` (lockfile version 3). */
interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** Checksum of the package: `sha512-` and 64 bytes in base64. */
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A lockfile of npm. */
export interface PackageLock {
  /** The packages by their path, such as `node_modules/zod`. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The program whose packages a bill of materials lists. */
interface SbomProduct {
  readonly name: string;
  readonly version: string;
  readonly builtAt: Date;
  /** Workspace folders that production runs. */
  readonly workspaces: readonly string[];
  /** Names and scopes of the packages that the image does not contain. */
  readonly excludedPackages: readonly string[];
}

/** Finds the path of a dependency of the package at `fromPath`, as Node resolves it; null if it is not installed. */
function resolveDependency(
  { packages }: PackageLock,
  fromPath: string,
  name: string,
): string | null {
  for (let folder = fromPath; ; ) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const lockedPackage = packages[path];
    if (lockedPackage) return lockedPackage.link ? (lockedPackage.resolved ?? null) : path;
    if (folder === '') return null;
    // The next folder to search is the parent, as Node searches `node_modules` of all parent folders in turn.
    folder = folder.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, '').replace(/\/$/, '');
  }
}

/**
 * Finds all installed packages that the workspaces reach through dependencies, each with the paths of its dependencies.
 */
function findReachablePackages(
  lock: PackageLock,
  { workspaces, excludedPackages }: SbomProduct,
): Map<string, readonly string[]> {
  const reachedPackages = new Map<string, readonly string[]>();
  const isExcluded = (name: string) =>
    excludedPackages.some(
      (excludedPackage) => name === excludedPackage || name.startsWith(`${excludedPackage}/`),
    );
  for (const pendingPaths = [...workspaces]; pendingPaths.length > 0; ) {
    const path = pendingPaths.pop() ?? '';
    const lockedPackage = lock.packages[path];
    if (reachedPackages.has(path) || !lockedPackage) continue;
    const { dependencies, optionalDependencies, peerDependencies } = lockedPackage;
    const names = Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies });
    const dependencyPaths = names
      .filter((name) => !isExcluded(name))
      .flatMap((name) => resolveDependency(lock, path, name) ?? []);
    reachedPackages.set(path, dependencyPaths);
    pendingPaths.push(...dependencyPaths);
  }
  return reachedPackages;
}

/** Throws unless a licence is an expression such as `MIT OR CC0-1.0`; the library then reads it as an id or a name. */
const assertLicenseExpression = (license: string): void => {
  if (!/ (AND|OR|WITH) /.test(license)) throw new Error('no expression');
};
const licenseFactory = new Contrib.License.Factories.LicenseFactory(assertLicenseExpression);

const packageNameOf = (path: string, { name }: LockedPackage): string =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The package URL (purl) of an npm package. */
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`;

function toComponent(path: string, lockedPackage: LockedPackage): Models.Component {
  const { version = '0', license, integrity, optional } = lockedPackage;
  const name = packageNameOf(path, lockedPackage);
  const [group, unscopedName] = name.startsWith('@') ? name.split('/', 2) : [undefined, name];
  const component = new Models.Component(Enums.ComponentType.Library, unscopedName ?? name, {
    ...(group === undefined ? {} : { group }),
    ...{ version, bomRef: path, purl: purlOf(name, version) },
    scope: optional ? Enums.ComponentScope.Optional : Enums.ComponentScope.Required,
  });
  if (license) component.licenses.add(licenseFactory.makeFromString(license));
  const [algorithm, digest] = integrity?.split('-', 2) ?? [];
  if (algorithm === 'sha512' && digest) {
    const hex = Buffer.from(digest, 'base64').toString('hex');
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], hex);
  }
  return component;
}

/**
 * Builds the bill of materials: third-party packages of production as CycloneDX 1.6 JSON, reproducible for the same
 * lockfile and build.
 */
export function buildSbom(lock: PackageLock, product: SbomProduct): string {
  const root = new Models.Component(Enums.ComponentType.Application, product.name, {
    ...{ version: product.version, bomRef: product.name },
  });
  const metadata = new Models.Metadata({ component: root, timestamp: product.builtAt });
  const bom = new Models.Bom({ metadata });
  const reachedPackages = findReachablePackages(lock, product);
  const components = new Map(
    [...reachedPackages.keys()]
      .filter((path) => path.includes('node_modules/'))
      .map((path) => [path, toComponent(path, lock.packages[path] ?? {})]),
  );
  for (const [path, dependencyPaths] of reachedPackages) {
    const dependant = components.get(path) ?? root;
    for (const dependencyPath of dependencyPaths) {
      const component = components.get(dependencyPath);
      if (component) dependant.dependencies.add(component.bomRef);
    }
  }
  for (const component of components.values()) bom.components.add(component);
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return new Serialize.JsonSerializer(normalizers).serialize(bom, { sortLists: true, space: 1 });
}
