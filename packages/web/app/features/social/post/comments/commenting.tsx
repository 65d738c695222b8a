import type { Comment } from '@guilda/contract/social';
import { lazy, Suspense } from 'react';
import { useSession } from '../../../../lib/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';

const CommentBox = lazy(() =>
  import('./comment-box.tsx').then((module) => ({ default: module.CommentBox })),
);

/** As high as the form, so that nothing jumps when it comes. */
const waiting = <Skeleton height={168} />;

function Enter() {
  return (
    <Button asLink to="/login">
      Entre para comentar
    </Button>
  );
}

interface CommentingProps {
  postId: string;
  onPublished: (comment: Comment) => void;
}

/** The form for whoever is signed in, the way to sign in for whoever is not. */
export function Commenting({ postId, onPublished }: CommentingProps) {
  const { user, ready } = useSession();
  if (ready && user) {
    return (
      <Suspense fallback={waiting}>
        <CommentBox key={user.uid} postId={postId} user={user} onPublished={onPublished} />
      </Suspense>
    );
  }
  if (ready) return <Enter />;
  // The head script's mark decides before the first paint which of the two shows.
  return (
    <>
      <div className="so-membro">{waiting}</div>
      <div className="so-visita">
        <Enter />
      </div>
    </>
  );
}
