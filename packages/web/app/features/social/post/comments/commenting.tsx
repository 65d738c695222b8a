import type { Comment } from '@guilda/contract/social';
import { useState } from 'react';
import { useSession } from '../../../../lib/session/session.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { useLazy } from '../../../../ui/overlays/use-lazy.ts';
import type { CommentBox } from './comment-box.tsx';

const loadBox = async () => (await import('./comment-box.tsx')).CommentBox;

/** Placeholder as high as the form, so that nothing moves when it has loaded. */
const waiting = <Skeleton height={168} />;

function Enter() {
  return (
    <Button asLink to="/login">
      Entre para comentar
    </Button>
  );
}

/** The form, or the way to ask for it again where it could not be fetched. */
function LaterBox(props: Parameters<typeof CommentBox>[0]) {
  const [wanted, setWanted] = useState(true);
  const Box = useLazy(loadBox, wanted, () => setWanted(false));
  if (Box) return <Box {...props} />;
  return wanted ? waiting : <Button onClick={() => setWanted(true)}>Tentar de novo</Button>;
}

interface CommentingProps {
  postId: string;
  onPublished: (comment: Comment) => void;
}

/** The comment form; for visitors a link to sign in. */
export function Commenting({ postId, onPublished }: CommentingProps) {
  const { user, ready } = useSession();
  if (ready && user) {
    return <LaterBox key={user.uid} postId={postId} user={user} onPublished={onPublished} />;
  }
  if (ready) return <Enter />;
  // An attribute set by the script in the head decides before the first paint which of the two is shown.
  return (
    <>
      <div className="onlyMembers">{waiting}</div>
      <div className="onlyVisitors">
        <Enter />
      </div>
    </>
  );
}
