import { limits } from '@guilda/contract/limits';
import { z } from '@guilda/contract/schema';
import { optionalText } from '@guilda/contract/text';
import { type OwnUser, username } from '@guilda/contract/users';

/** The text fields of the profile form, with the contract's rules and texts (`spec §5`). */
export const profileSchema = z.object({
  username,
  bio: optionalText(limits.bio),
  effectPhrase: optionalText(limits.effectPhrase),
});
export type ProfileValues = z.output<typeof profileSchema>;

type Person = Pick<OwnUser, 'username' | 'bio' | 'effectPhrase'>;

/** What the form shows of a person. */
export function valuesOf({ username, bio, effectPhrase }: Person): ProfileValues {
  return { username, bio: bio ?? '', effectPhrase };
}

/** The fields that differ from what is stored (`spec §2`: only these are sent). */
export function changesOf(person: Person, values: ProfileValues): Partial<ProfileValues> {
  const stored = valuesOf(person);
  const names = Object.keys(values) as (keyof ProfileValues)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== stored[name]).map((name) => [name, values[name]]),
  );
}
