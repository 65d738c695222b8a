import type { Database } from '../../platform/database/pool.ts';
import type { PictureAccess } from '../../platform/uploads/serve.ts';
import type { AdultAddresses } from './adult-address.ts';
import { readPicture, seesAdultPictures } from './picture-store.ts';
import { isOpenToTeam } from './team-address.ts';

interface PictureAccessDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly adultAddresses: Pick<AdultAddresses, 'read'>;
  /** Without it the team gets no more than everyone. */
  readonly teamAddresses?: Pick<AdultAddresses, 'read'>;
}

/**
 * Who may get a picture at its address: everyone, when it is whole, not deleted, not banned and not for
 * adults;
 * one for adults, whoever the address is signed for, while the address and that person's age check
 * stand (`product §9`); one that is hidden or for adults also whoever of the team the address is
 * signed for. Denied by default, so for an id that never was.
 */
export const pictureAccess =
  ({ database, adultAddresses, teamAddresses }: PictureAccessDeps) =>
  async (id: string, right: string | undefined): Promise<PictureAccess> => {
    const team = right === undefined ? null : (teamAddresses?.read(id, right) ?? null);
    if (team && (await isOpenToTeam(database.pool, id, team.uid)))
      return { privateSeconds: team.seconds };
    const picture = await readPicture(database.pool, id);
    if (!picture?.open) return null;
    if (!picture.adult) return 'everyone';
    const granted = right === undefined ? null : adultAddresses.read(id, right);
    if (!granted || !(await seesAdultPictures(database.pool, granted.uid))) return null;
    return { privateSeconds: granted.seconds };
  };
