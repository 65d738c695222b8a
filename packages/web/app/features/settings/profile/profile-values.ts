import { type OwnUser, username } from '@guilda/contract/accounts/users';
import { limits } from '@guilda/contract/limits';
import { z } from '@guilda/contract/schema';
import { optionalText } from '@guilda/contract/text';

/** Schema of the profile form's text fields, with the rules and error texts that the server uses too. */
export const profileSchema = z.object({
  username,
  bio: optionalText(limits.bio),
  effectPhrase: optionalText(limits.effectPhrase),
});
export type ProfileValues = z.output<typeof profileSchema>;

type ProfileFields = Pick<OwnUser, 'username' | 'bio' | 'effectPhrase'>;

/** The form values of a stored profile. */
export function profileValuesOf({ username, bio, effectPhrase }: ProfileFields): ProfileValues {
  return { username, bio: bio ?? '', effectPhrase };
}

/** The fields that differ from the stored profile; only these are sent. */
export function changedProfileValues(
  person: ProfileFields,
  values: ProfileValues,
): Partial<ProfileValues> {
  const storedValues = profileValuesOf(person);
  const names = Object.keys(values) as (keyof ProfileValues)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== storedValues[name]).map((name) => [name, values[name]]),
  );
}
