import type { ReactNode } from 'react';

interface SkeletonProps {
  /** CSS lengths. */
  width?: string | number | undefined;
  height?: string | number | undefined;
  className?: string | undefined;
}

/** A grey shape where something will be. Put several inside a `Loading`. */
export function Skeleton({ width = '100%', height = '1rem', className }: SkeletonProps) {
  return <div className={className ? `esq ${className}` : 'esq'} style={{ width, height }} />;
}

interface LoadingProps {
  /** What is being loaded, for screen readers: `Carregando fichas`. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Holds skeletons: announced once, shown only after 200 ms so that quick answers do not flicker. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div role="status" aria-label={label} className={className ? `demora ${className}` : 'demora'}>
      {children}
    </div>
  );
}

/** The silhouette of a ficha, perforation included. */
export function FichaSkeleton() {
  return (
    <div className="ficha" aria-hidden="true">
      <div className="ficha-f">
        <div className="esq esq-capa" />
        <div className="corpo">
          <Skeleton height={18} width="85%" />
          <Skeleton height={18} width="55%" />
          <div className="row quem">
            <Skeleton height={28} width={28} />
            <Skeleton height={14} width="45%" />
          </div>
        </div>
        <div className="canhoto">
          <Skeleton height={26} width={96} />
        </div>
      </div>
    </div>
  );
}

/** A grid of fichas still loading. */
export function FichaSkeletons({
  count = 4,
  className = 'grade',
}: {
  count?: number;
  className?: string;
}) {
  return (
    <Loading label="Carregando fichas" className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without identity
        <FichaSkeleton key={index} />
      ))}
    </Loading>
  );
}
