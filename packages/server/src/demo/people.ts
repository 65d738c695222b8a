/** A person of the demo. */
export interface DemoPersona {
  readonly email: string;
  /** Username, which is also the display name. */
  readonly name: string;
  /** Number of the avatar drawing in `demo/art`. */
  readonly portrait: number;
  readonly role: 'user' | 'admin';
  readonly bio: string;
  readonly effectPhrase: string;
  /** Age of the account in days, chosen so that every badge for account age is shown. */
  readonly accountAgeDays: number;
  /** Where the person's Discord account is; null if none is linked. */
  readonly discord: 'in voice' | 'in the server' | 'elsewhere' | null;
  readonly canBeCalled: boolean;
}

/**
 * The five people of the sign-in page's account chooser, one of them an administrator: docs/product/accounts.md.
 * Together they cover all cases of voice calls: both people are moved into the room, an invite is needed, no Discord
 * account is linked, or calls are disabled.
 */
export const signInDemoPeople: readonly DemoPersona[] = [
  {
    email: 'mira@guilda.example',
    name: 'MiraFina77',
    portrait: 1,
    role: 'user',
    bio: 'Treino mira há seis anos. Gosto de plano simples, que cabe na semana de quem trabalha.',
    effectPhrase: 'Erro pequeno, treino curto, todo dia.',
    accountAgeDays: 512,
    discord: 'in voice',
    canBeCalled: true,
  },
  {
    email: 'pudim@guilda.example',
    name: 'PudimHeadshot',
    portrait: 6,
    role: 'user',
    bio: 'Jogo depois que as crianças dormem. Procuro gente paciente.',
    effectPhrase: 'Só mais uma.',
    accountAgeDays: 74,
    discord: 'in voice',
    canBeCalled: true,
  },
  {
    email: 'zefa@guilda.example',
    name: 'ZefaSpeedrun',
    portrait: 10,
    role: 'user',
    bio: 'Ilustradora de dia, corredora de tempo à noite. Aceito encomenda de retrato.',
    effectPhrase: 'Cada quadro conta.',
    accountAgeDays: 230,
    discord: 'in the server',
    canBeCalled: true,
  },
  {
    email: 'capivara@guilda.example',
    name: 'CapivaraGG',
    portrait: 8,
    role: 'user',
    bio: 'Suporte por vocação. Cheguei agora e já puxei uma cadeira.',
    effectPhrase: 'Calma e visão de mapa.',
    accountAgeDays: 9,
    discord: null,
    canBeCalled: true,
  },
  {
    email: 'dona@guilda.example',
    name: 'Dona_Crit',
    portrait: 3,
    role: 'admin',
    bio: 'Cuido da casa e analiso replay nas horas vagas.',
    effectPhrase: 'Olhe o minimapa.',
    accountAgeDays: 731,
    discord: 'elsewhere',
    canBeCalled: false,
  },
];

/** Sellers and buyers of the demo whom the account chooser does not list. */
export const furtherPeople: readonly DemoPersona[] = [
  {
    email: 'boitata@guilda.example',
    name: 'BoitataBR',
    portrait: 9,
    role: 'user',
    bio: 'Cinema, pipoca e opinião demais. Sessões toda sexta.',
    effectPhrase: 'Sem spoiler até os créditos.',
    accountAgeDays: 160,
    discord: 'in voice',
    canBeCalled: true,
  },
  {
    email: 'saci@guilda.example',
    name: 'SaciComLag',
    portrait: 5,
    role: 'user',
    bio: 'Ritmo é paciência com metrônomo. Ensino do começo.',
    effectPhrase: 'Um passo por vez.',
    accountAgeDays: 402,
    discord: 'elsewhere',
    canBeCalled: true,
  },
  {
    email: 'lua@guilda.example',
    name: 'LuaDeSilicio',
    portrait: 7,
    role: 'user',
    bio: 'Monto, limpo e afino computador. Falo sem tecniquês.',
    effectPhrase: 'Primeiro a poeira, depois os quadros.',
    accountAgeDays: 45,
    discord: null,
    canBeCalled: false,
  },
  {
    email: 'tatu@guilda.example',
    name: 'TatuDoMid',
    portrait: 2,
    role: 'user',
    bio: 'Conversa boa vale mais que ranque. Companhia para a madrugada.',
    effectPhrase: 'Tem café.',
    accountAgeDays: 21,
    discord: 'in the server',
    canBeCalled: true,
  },
  {
    email: 'garoa@guilda.example',
    name: 'GaroaNoturna',
    portrait: 4,
    role: 'user',
    bio: 'Construo vilas inteiras em bloco e ensino a planejar antes de cavar.',
    effectPhrase: 'Meça duas vezes, cave uma.',
    accountAgeDays: 300,
    discord: null,
    canBeCalled: true,
  },
];

export const demoPeople: readonly DemoPersona[] = [...signInDemoPeople, ...furtherPeople];

/** Path of an avatar in demo mode. */
export function portraitPath(portraitNumber: number): string {
  return `/sandbox/art/avatar-${portraitNumber}.svg`;
}
