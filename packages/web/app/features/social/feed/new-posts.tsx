import ArrowUp from 'lucide-react/icons/arrow-up';
import { Button } from '../../../ui/button.tsx';
import { type Unseen, unseenText } from './pulse/fresh.ts';

interface NewPostsProps {
  unseen: Unseen;
  loading: boolean;
  onShow: () => void;
}

/** Says that posts have come meanwhile; they are put above when it is pressed, never by themselves. */
export function NewPosts({ unseen, loading, onShow }: NewPostsProps) {
  const any = unseen.count > 0;
  return (
    <>
      <p className="sr" role="status">
        {any && unseenText(unseen)}
      </p>
      {any && (
        <div className="feed-n">
          <Button
            variant="neutral"
            icon={<ArrowUp className="i" aria-hidden="true" />}
            loading={loading}
            onClick={onShow}
          >
            {unseenText(unseen)}
          </Button>
        </div>
      )}
    </>
  );
}
