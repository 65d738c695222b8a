import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { NEW_POST_DIALOG } from '../../../lib/navigation/dialog-query.ts';
import { useUrlDialog } from '../../../lib/navigation/use-url-dialog.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import { loadPostPanel } from './load-panel.ts';
import { takePublishedNotice, toastPublished } from './published-notice.ts';

/**
 * Opens the panel for a new post over any page whose address contains `?novo=recado`. A visitor signs in first and then
 * comes back to the panel. After a post was published, the reloaded page says so. Mounted once, by the layout route.
 */
export function NewPost() {
  const { open, close } = useUrlDialog(NEW_POST_DIALOG);
  const { user, ready, signingOut } = useSession();
  const navigate = useNavigate();
  const signIn = open && ready && !user && !signingOut;
  useEffect(() => {
    if (signIn) void navigate('/login', { replace: true });
  }, [signIn, navigate]);
  const authorUid = ready && user ? user.uid : null;
  useEffect(() => {
    const publishedUid = authorUid === null ? null : takePublishedNotice(authorUid);
    if (publishedUid !== null) toastPublished(publishedUid, navigate);
  }, [authorUid, navigate]);
  const Panel = useLazyComponent(loadPostPanel, open && user !== null, close);
  // The panel stays mounted after closing, so that a chosen photo is kept, which the stored draft cannot contain.
  if (!Panel || !user || !ready) return null;
  return <Panel key={user.uid} open={open} onClose={close} author={user} />;
}
