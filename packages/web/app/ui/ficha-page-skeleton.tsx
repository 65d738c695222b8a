import { Main } from './main.tsx';
import { FichaSkeletons } from './skeleton.tsx';

/** A page of fichas while its list is asked for. */
export function FichaPageSkeleton() {
  return (
    <Main>
      <div className="wrap">
        <FichaSkeletons count={8} />
      </div>
    </Main>
  );
}
