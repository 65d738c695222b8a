import EyeOff from 'lucide-react/icons/eye-off';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { Link } from 'react-router';

/** Tells the author of a post that the team took it off, and why. */
export function HiddenNotice({ reason }: { reason: string }) {
  return (
    <div className="post-n">
      <EyeOff className="i" aria-hidden="true" />
      <p className="texto">
        <span className="b">Esta publicação foi ocultada pela equipe.</span> Motivo:{' '}
        <bdi>{reason}</bdi>
      </p>
    </div>
  );
}

/** What an author without an age check has of a post of theirs that is for adults. */
export function WithheldBody({ textId }: { textId: string }) {
  return (
    <div className="post-n">
      <ShieldAlert className="i" aria-hidden="true" />
      <p id={textId}>
        Só quem verificou a idade vê esta publicação.{' '}
        <Link className="link" to="/user/settings#conta">
          Verificar idade
        </Link>
      </p>
    </div>
  );
}
