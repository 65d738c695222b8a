/** Search texts for services, by what makes them easy or hard to search. */
export const textSearches: Readonly<Record<string, string>> = {
  'a very common word': 'aula',
  'a rare word': 'ubirajarense',
  'two words': 'aula desenho',
  'three words': 'aula de desenho retrato',
  'with accents': 'violão',
  'without accents': 'violao',
  'a plural': 'desenhos',
  'letters swapped': 'alua',
  'a letter missing': 'ula',
  'a letter doubled': 'desennho',
  'a wrong letter': 'desemho',
  'two typos': 'alua desemho',
  'the last word begun': 'aula des',
  'one letter': 'a',
  'words of every description': 'gravação hora',
  'no match': 'qqxxzzyyww',
  'a common word with one nobody has': 'aula qqxxzzyyww',
  'stop words': 'de para com',
  'a very long text': 'aula de desenho '.repeat(6).trim(),
  'the alphabet': 'a b c d e f g h i j k l m n o p q r s t u v w x y z',
};

/** Filters of the service list by name; `seller` is the uid for the filter of one seller's services. */
export const serviceFiltersFor = (
  seller: string,
): Readonly<Record<string, Record<string, string>>> => ({
  all: {},
  category: { category: 'dota' },
  type: { type: 'media' },
  seller: { seller },
  price: { minPrice: '100', maxPrice: '200' },
  'rating 4.5': { minRating: '4.5' },
  online: { online: 'true' },
  'everything at once': {
    category: 'dota',
    type: 'media',
    minPrice: '10',
    maxPrice: '3000',
    minRating: '4',
    online: 'true',
  },
});

/** Sort orders of service lists without a search text. */
export const listSorts = ['recent', 'price_asc', 'price_desc', 'rating'] as const;
/** Sort orders of service searches. */
export const searchSorts = ['relevance', 'price_asc', 'recent'] as const;

/** Search texts for people, by what makes them easy or hard to search. */
export const peopleSearches: Readonly<Record<string, string>> = {
  everybody: '',
  'an exact username': 'jose_4',
  'a username begun': 'jos',
  'a username mistyped': 'mraia',
  'the middle of a username': 'tonio',
  'a common name': 'Maria',
  'two names': 'maria silva',
  'two names mistyped': 'mairia slva',
  'without accents': 'jessica',
  'one letter': 'm',
  nobody: 'qqxxzzyyww',
};
