import type { Comment } from '@guilda/contract/social';
import { useState } from 'react';
import { useSession } from '../../../../lib/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useLater } from '../../../../ui/use-later.ts';
import type { CommentBox } from './comment-box.tsx';

const loadBox = async () => (await import('./comment-box.tsx')).CommentBox;

/** As high as the form, so that nothing jumps when it comes. */
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
  const Box = useLater(loadBox, wanted, () => setWanted(false));
  if (Box) return <Box {...props} />;
  return wanted ? waiting : <Button onClick={() => setWanted(true)}>Tentar de novo</Button>;
}

interface CommentingProps {
  postId: string;
  onPublished: (comment: Comment) => void;
}

/** The form for whoever is signed in, the way to sign in for whoever is not. */
export function Commenting({ postId, onPublished }: CommentingProps) {
  const { user, ready } = useSession();
  if (ready && user) {
    return <LaterBox key={user.uid} postId={postId} user={user} onPublished={onPublished} />;
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
