import type { Comment } from '@guilda/contract/community/social';
import { useState } from 'react';
import { useSession } from '../../../../lib/session/session.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { useLazyComponent } from '../../../../ui/overlays/use-lazy-component.ts';
import type { CommentBox } from './comment-box.tsx';

const loadCommentBox = async () => (await import('./comment-box.tsx')).CommentBox;

/** Placeholder with the height of the form, so that nothing moves when the form has loaded. */
const commentBoxSkeleton = <Skeleton height={168} />;

function SignInToComment() {
  return (
    <Button asLink to="/login">
      Entre para comentar
    </Button>
  );
}

/** The comment form, loaded on demand; if loading fails, a button to retry. */
function LazyCommentBox(props: Parameters<typeof CommentBox>[0]) {
  const [wanted, setWanted] = useState(true);
  const Box = useLazyComponent(loadCommentBox, wanted, () => setWanted(false));
  if (Box) return <Box {...props} />;
  return wanted ? (
    commentBoxSkeleton
  ) : (
    <Button onClick={() => setWanted(true)}>Tentar de novo</Button>
  );
}

interface CommentComposerProps {
  postId: string;
  onPublished: (comment: Comment) => void;
}

/** The comment form; for visitors a link to sign in. */
export function CommentComposer({ postId, onPublished }: CommentComposerProps) {
  const { user, ready } = useSession();
  if (ready && user) {
    return <LazyCommentBox key={user.uid} postId={postId} user={user} onPublished={onPublished} />;
  }
  if (ready) return <SignInToComment />;
  // The script in the head marks whether a person is signed in, so CSS shows the right variant from the first paint.
  return (
    <>
      <div className="onlyMembers">{commentBoxSkeleton}</div>
      <div className="onlyVisitors">
        <SignInToComment />
      </div>
    </>
  );
}
