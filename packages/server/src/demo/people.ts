/** Somebody demo mode knows: offered by the account chooser, with an account of their own. */
export interface DemoPersona {
  readonly email: string;
  readonly name: string;
  readonly username: string;
  /** Number of the portrait in `demo/art`. */
  readonly portrait: number;
  readonly role: 'user' | 'admin';
}

/** The five people of the account chooser (`product §3`); the last one administers. */
export const chooserPeople: readonly DemoPersona[] = [
  {
    email: 'mira@guilda.example',
    name: 'MiraFina77',
    username: 'MiraFina77',
    portrait: 1,
    role: 'user',
  },
  {
    email: 'boitata@guilda.example',
    name: 'BoitataBR',
    username: 'BoitataBR',
    portrait: 2,
    role: 'user',
  },
  {
    email: 'zefa@guilda.example',
    name: 'ZefaSpeedrun',
    username: 'ZefaSpeedrun',
    portrait: 3,
    role: 'user',
  },
  {
    email: 'capivara@guilda.example',
    name: 'CapivaraGG',
    username: 'CapivaraGG',
    portrait: 4,
    role: 'user',
  },
  {
    email: 'admin@guilda.example',
    name: 'Dona Crit',
    username: 'Dona_Crit',
    portrait: 5,
    role: 'admin',
  },
];

/** Where a portrait is served in demo mode. */
export function portraitPath(portrait: number): string {
  return `/sandbox/art/avatar-${portrait}.svg`;
}
