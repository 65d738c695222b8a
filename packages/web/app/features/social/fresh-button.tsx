import ArrowUp from 'lucide-react/icons/arrow-up';
import { Button } from '../../ui/button.tsx';

interface FreshButtonProps {
  /** How many there are, with their name; undefined while there are none. */
  label: string | undefined;
  /** What is read out once, however many follow. */
  news: string;
  loading?: boolean | undefined;
  onShow: () => void;
}

/** Says that something came above a list meanwhile; it is put there when pressed, never by itself. */
export function FreshButton({ label, news, loading, onShow }: FreshButtonProps) {
  return (
    <>
      <p className="sr" role="status">
        {label && news}
      </p>
      {label && (
        <div className="feed-n">
          <Button
            icon={<ArrowUp className="i" aria-hidden="true" />}
            loading={loading}
            onClick={onShow}
          >
            {label}
          </Button>
        </div>
      )}
    </>
  );
}
