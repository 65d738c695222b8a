/** A category of services; its display name is always emoji plus label. */
export interface Category {
  readonly slug: string;
  readonly emoji: string;
  /** The label without the emoji. */
  readonly label: string;
  /** Name of the category's colour in the design system. */
  readonly color: string;
  readonly adult: boolean;
}

/** The 19 categories of services, in display order. */
export const categories = [
  { slug: 'valorant', emoji: '🎯', label: 'Valorant', color: 'barro', adult: false },
  {
    slug: 'league-of-legends',
    emoji: '⚔️',
    label: 'League of Legends',
    color: 'folha',
    adult: false,
  },
  { slug: 'csgo', emoji: '💣', label: 'CS:GO', color: 'manga', adult: false },
  { slug: 'e-chat', emoji: '💬', label: 'E-Chat', color: 'goiaba', adult: false },
  { slug: 'minecraft', emoji: '🧱', label: 'Minecraft', color: 'anil', adult: false },
  { slug: 'music', emoji: '🎵', label: 'Música', color: 'limao', adult: false },
  { slug: 'drawing', emoji: '✏️', label: 'Desenho', color: 'cal', adult: false },
  { slug: 'movies', emoji: '🎬', label: 'Filmes', color: 'tinta', adult: false },
  {
    slug: 'teamfight-tactics',
    emoji: '♟️',
    label: 'Teamfight Tactics',
    color: 'anil',
    adult: false,
  },
  { slug: 'fortnite', emoji: '🪂', label: 'Fortnite', color: 'vinho', adult: false },
  { slug: 'osu', emoji: '🥁', label: 'osu!', color: 'vinho', adult: false },
  { slug: 'dota', emoji: '🛡️', label: 'Dota', color: 'barro', adult: false },
  { slug: 'apex-legends', emoji: '🔺', label: 'Apex Legends', color: 'manga', adult: false },
  { slug: 'call-of-duty', emoji: '🎖️', label: 'Call of Duty', color: 'folha', adult: false },
  { slug: 'overwatch', emoji: '🛰️', label: 'Overwatch', color: 'hortela', adult: false },
  { slug: 'pubg', emoji: '🍳', label: 'PUBG', color: 'limao', adult: false },
  { slug: 'starcraft', emoji: '🚀', label: 'StarCraft', color: 'tinta', adult: false },
  { slug: 'outros', emoji: '🎲', label: 'Outros', color: 'hortela', adult: false },
  { slug: 'nudez', emoji: '🔞', label: 'Nudez', color: 'vinho', adult: true },
] as const satisfies readonly Category[];

export type CategorySlug = (typeof categories)[number]['slug'];

export const categorySlugs = categories.map((category) => category.slug) as [
  CategorySlug,
  ...CategorySlug[],
];

/** Display name of a category: its emoji and its label. */
export function categoryName(category: Category): string {
  return `${category.emoji} ${category.label}`;
}

/** Path of a category's illustration. */
export function categoryImage(slug: string): string {
  return `/art/categorias/${slug}.svg`;
}

export function findCategory(slug: string): Category | undefined {
  return categories.find((category) => category.slug === slug);
}
